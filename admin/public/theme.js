// Runs before the first paint: a chosen theme wins over the system's, without a flash.
try {
  var theme = JSON.parse(localStorage.getItem('RaStore.theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked; the system's colour scheme stays.
}
