import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { sessionKey } from '@crossdock/admin/kit'
import type { I18nProvider } from 'ra-core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './App.js'
import { ApiClient } from './data/api.js'
import { createAuthProvider } from './data/auth_provider.js'
import { createDataProvider } from './data/data_provider.js'
import { createQueryClient } from './data/query_client.js'
import { createStore } from './data/store.js'
import { createI18nProvider } from './i18n/provider.js'
import { firstLanguage } from './i18n/languages.js'
import { registry } from './registry/index.js'
import { preloadScreen } from './shell/preload_screen.js'

const queryClient = createQueryClient()
const api = new ApiClient(queryClient)
api.build.follow()
window.addEventListener('vite:preloadError', () => void api.partMissing())

const store = createStore(queryClient, api)
const authProvider = createAuthProvider(queryClient, api, store.flush)
const language = firstLanguage(registry, store)
document.documentElement.lang = language
// Who is signed in is asked for while the texts are on their way, and then the code of the first screen.
void queryClient.prefetchQuery({
  queryKey: sessionKey,
  async queryFn() {
    const session = await authProvider.loadSession()
    if (session) await preloadScreen(registry, window.location.pathname)
    return session
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

// Not awaited: the chunks of the screens import from this module.
createI18nProvider(registry, language).then(show, () => {
  root.textContent = 'Crossdock could not be loaded. Load the page again.'
})

function show(i18nProvider: I18nProvider) {
  const app = (
    <App
      registry={registry}
      queryClient={queryClient}
      api={api}
      dataProvider={createDataProvider(api)}
      authProvider={authProvider}
      store={store}
      i18nProvider={i18nProvider}
    />
  )
  // A data router, because only with one can a form warn about unsaved changes.
  const router = createBrowserRouter([{ path: '*', element: app }])
  createRoot(root!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
