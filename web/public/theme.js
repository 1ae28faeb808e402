// Before the first paint: a page chosen dark never flashes light.
(function () {
  try {
    var theme = localStorage.getItem('countersign.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch (error) {
    // Without storage the system's theme applies.
    console.debug('theme', error);
  }
})();
