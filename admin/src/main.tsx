import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { createRoot } from 'react-dom/client'
import type {} from './data/start.js'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id "root".')

// Not awaited, because the chunks of the screens import from the chunk of this module.
const page = window.crossdockStart?.isVisitor ? import('./visitor.js') : import('./console.js')
page
  .then(({ start }) => start(createRoot(element)))
  .catch(() => {
    element.textContent = 'Crossdock could not be loaded. Load the page again.'
  })
