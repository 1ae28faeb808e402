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

// A page whose scripts don't come says so itself (scripts/vite/not-loaded.ts): in the person's language, as soon as it is known.
(function () {
  var page = document.documentElement;
  var wanted = [];
  try {
    wanted = [localStorage.getItem('countersign.language'), localStorage.getItem('countersign.mail-language')];
  } catch (error) {
    console.debug('language', error);
  }
  var spoken = 'en,es,de,zh,fi,ja,el,fr,tr,uk'.split(',');
  var language = wanted
    .concat(Array.from(navigator.languages))
    .map(function (tag) {
      return String(tag).toLowerCase().split('-')[0];
    })
    .find(function (tag) {
      return spoken.includes(tag);
    });
  if (language) page.lang = language;
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement && event.target.type === 'module') page.dataset.failed = '';
    },
    true,
  );
})();
