"""torch.utils.data.datapipes.utils: files, streams and decoders."""
