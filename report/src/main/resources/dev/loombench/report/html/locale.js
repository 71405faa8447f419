/* A browser may name a language that is no language tag (en-US@posix, where the locale is C), with which uPlot does not load. */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', {value: 'en'});
}
