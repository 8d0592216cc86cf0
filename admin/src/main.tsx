import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './App.js'
import { ApiClient } from './data/api.js'
import { createAuthProvider } from './data/auth_provider.js'
import { createDataProvider } from './data/data_provider.js'
import { createQueryClient } from './data/query_client.js'
import { createStore } from './data/store.js'
import { registry } from './registry/index.js'

const queryClient = createQueryClient()
const api = new ApiClient(queryClient)
api.build.follow()
window.addEventListener('vite:preloadError', () => void api.partMissing())
const app = (
  <App
    registry={registry}
    queryClient={queryClient}
    api={api}
    dataProvider={createDataProvider(api)}
    authProvider={createAuthProvider(queryClient, api)}
    store={createStore()}
  />
)
// A data router, because only with one can a form warn about unsaved changes.
const router = createBrowserRouter([{ path: '*', element: app }])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
)
