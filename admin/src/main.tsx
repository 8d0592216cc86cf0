import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { sessionKey } from '@crossdock/admin/kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './App.js'
import { ApiClient } from './data/api.js'
import { createAuthProvider } from './data/auth_provider.js'
import { createDataProvider } from './data/data_provider.js'
import { withFirstDashboard } from './data/first_dashboard.js'
import { createQueryClient } from './data/query_client.js'
import { createStore } from './data/store.js'
import { createI18nProvider, type ScreensI18nProvider } from './i18n/provider.js'
import { firstLanguage } from './i18n/languages.js'
import { registry } from './registry/index.js'
import { preloadScreen } from './shell/preload_screen.js'

/** Until then the page stays empty; the sign of the splash would not be seen before. */
const SOON = 300

const queryClient = createQueryClient()
const api = new ApiClient(queryClient)
api.build.follow()
window.addEventListener('vite:preloadError', () => void api.partMissing())

const store = createStore(queryClient, api)
const authProvider = createAuthProvider(queryClient, api, store.flush)
const language = firstLanguage(registry, store)
document.documentElement.lang = language
// React-admin draws nothing, and then everything, unless the language it finds is the provider's.
const shownStore: typeof store = {
  ...store,
  getItem: <T,>(key: string, otherwise?: T) =>
    store.getItem(key, key === 'locale' ? (otherwise ?? (language as T)) : otherwise),
}
// Who is signed in is asked for while the texts are on their way, and then the code of the first screen.
const known = queryClient.prefetchQuery({
  queryKey: sessionKey,
  async queryFn() {
    const session = await authProvider.loadSession()
    if (!session) return session
    const screen = preloadScreen(registry, window.location.pathname, language)
    const dashboard = withFirstDashboard(queryClient, session)
    await screen
    return dashboard
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

// Not awaited: the chunks of the screens import from this module.
createI18nProvider(registry, language).then(
  async (i18nProvider) => {
    // Nothing is drawn twice where that is known soon.
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, SOON))])
    show(i18nProvider)
  },
  () => {
    root.textContent = 'Crossdock could not be loaded. Load the page again.'
  }
)

function show(i18nProvider: ScreensI18nProvider) {
  const app = (
    <App
      registry={registry}
      queryClient={queryClient}
      api={api}
      dataProvider={createDataProvider(api)}
      authProvider={authProvider}
      store={shownStore}
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
