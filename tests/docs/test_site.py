"""The site built by `sphinx-build`, in a browser: `MINITORCH_COMPAT_SITE` is its directory (default: docs/_build/html if it exists)."""
from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SITE = Path(os.environ.get("MINITORCH_COMPAT_SITE", Path(__file__).parents[2] / "docs/_build/html"))
pytestmark = pytest.mark.skipif(not (SITE / "index.html").exists(), reason="the site is not built (sphinx-build -W docs docs/_build/html)")
#: Folder for pictures of pages, to look at.
PICTURES = os.environ.get("MINITORCH_COMPAT_PICTURES")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def browser() -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")
    driver, program = shutil.which("chromedriver"), shutil.which("chromium")
    if driver is None or program is None:
        pytest.skip("no chromium and chromedriver (apt install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1200,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
    made.set_page_load_timeout(60)
    yield made
    made.quit()


def picture(browser: Any, name: str) -> None:
    if PICTURES:
        browser.save_screenshot(str(Path(PICTURES) / f"{name}.png"))


def complaints(browser: Any) -> list[str]:
    """What the console has of errors, but for a favicon that a browser asks for by itself."""
    return [line["message"] for line in browser.get_log("browser") if line["level"] == "SEVERE" and "favicon" not in line["message"]]


def test_search_finds_a_name_whose_page_has_an_example(browser: Any, address: str) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(f"{address}/index.html")
    picture(browser, "front")
    assert "minitorch_compat" in browser.title
    assert not complaints(browser)
    browser.get(f"{address}/search.html?q=scatter_add")
    links = WebDriverWait(browser, 60).until(lambda b: b.find_elements(By.CSS_SELECTOR, "#search-results a"))
    picture(browser, "search")
    found = [link.get_attribute("href") for link in links]
    page = next(link for link in found if "/torch/scatter_add" in link)
    browser.get(page)
    picture(browser, "scatter_add")
    text = browser.find_element(By.TAG_NAME, "article").text
    assert "torch.scatter_add(input, dim, index, src" in text.replace("\n", " ").replace("  ", " ")
    assert browser.find_elements(By.CSS_SELECTOR, ".coverage")
    assert not complaints(browser)


def test_a_page_has_its_example(browser: Any, address: str) -> None:
    from selenium.webdriver.common.by import By

    browser.get(f"{address}/reference/torch/add.html")
    assert ">>> torch.add(" in browser.find_element(By.TAG_NAME, "article").text
    assert not complaints(browser)


def test_the_grid_can_be_narrowed(browser: Any, address: str) -> None:
    from selenium.webdriver.common.by import By

    browser.get(f"{address}/measured/grid.html")
    browser.find_element(By.CSS_SELECTOR, "#coverage-grid input[type=search]").send_keys("scatter_add")
    rows = [row.text for row in browser.find_elements(By.CSS_SELECTOR, "#coverage-grid tbody tr")]
    picture(browser, "grid")
    assert rows and all("scatter_add" in row for row in rows)
    assert not complaints(browser)


def test_operations_by_aspect_can_be_narrowed(browser: Any, address: str) -> None:
    from selenium.webdriver.common.by import By

    browser.get(f"{address}/measured/aspects.html")
    search = browser.find_element(By.CSS_SELECTOR, "#aspects-grid input[type=search]")
    search.send_keys("renorm")
    rows = {row.find_element(By.TAG_NAME, "td").text: row.text for row in browser.find_elements(By.CSS_SELECTOR, "#aspects-grid tbody tr")}
    picture(browser, "aspects")
    assert "renorm" in rows and "\N{NOT EQUAL TO}" in rows["renorm"]
    assert not complaints(browser)


@pytest.mark.parametrize("page", ["learn/autograd-1", "learn/training", "guide/differences", "reference/torch.nn/Linear"])
def test_pages_are_readable_on_a_phone_and_in_the_dark(browser: Any, address: str, page: str) -> None:
    browser.set_window_size(480, 900)
    browser.get(f"{address}/{page}.html")
    browser.execute_script("document.documentElement.dataset.mode = 'dark'; document.documentElement.dataset.theme = 'dark';")
    picture(browser, page.replace("/", "-"))
    wider = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 1  # nothing to be scrolled sideways
    assert not complaints(browser)


def test_other_projects_can_link_to_names() -> None:
    head, _, packed = (SITE / "objects.inv").read_bytes().partition(b"zlib.\n")
    assert b"minitorch_compat" in head
    names = zlib.decompress(packed).decode()
    for name in ("torch.add py:function", "torch.Tensor.add_ py:method", "torch.nn.Linear py:class", "torch.optim.Adam.step py:method"):
        assert f"\n{name}" in "\n" + names


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()
               and ".doctrees" not in path.parts) < 60_000_000  # but for what Sphinx keeps to build it again
