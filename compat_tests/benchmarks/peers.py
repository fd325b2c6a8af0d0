ADAPTERS = {"autograd": {}, "mygrad": {}}
