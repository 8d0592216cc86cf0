import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { createRoot } from 'react-dom/client'
import type {} from './data/start.js'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id "root".')

function giveUp(error: unknown): void {
  reportError(error)
  const isBlocked = error instanceof DOMException && error.name === 'SecurityError'
  // React is done with the element a moment after it reports the error.
  setTimeout(() => {
    element!.textContent = isBlocked
      ? 'Your browser blocks cookies and site data. Allow them for this site and load the page again.'
      : 'Crossdock could not be loaded. Load the page again.'
  })
}

// Not awaited, because the chunks of the screens import from the chunk of this module.
const page = window.crossdockStart?.isVisitor ? import('./visitor.js') : import('./console.js')
page.then(({ start }) => start(createRoot(element, { onUncaughtError: giveUp }))).catch(giveUp)
