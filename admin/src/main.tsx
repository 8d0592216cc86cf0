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

/** The page stays empty for at most this time (ms). A shorter splash would only flicker. */
const SOON = 300

const queryClient = createQueryClient()
const api = new ApiClient(queryClient)
api.build.follow()
window.addEventListener('vite:preloadError', () => void api.partMissing())

const store = createStore(queryClient, api)
const authProvider = createAuthProvider(queryClient, api, store.flush)
const language = firstLanguage(registry, store)
document.documentElement.lang = language
// React-admin renders nothing at first, and then everything, unless the stored language is the provider's.
const shownStore: typeof store = {
  ...store,
  getItem: <T,>(key: string, otherwise?: T) =>
    store.getItem(key, key === 'locale' ? (otherwise ?? (language as T)) : otherwise),
}
// Read the session while the texts load, and then load the code of the first screen.
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

// Not awaited, because the chunks of the screens import from this module.
createI18nProvider(registry, language).then(
  async (i18nProvider) => {
    // If the session is known soon, everything renders only once.
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
  // Forms can warn about unsaved changes only with a data router.
  const router = createBrowserRouter([{ path: '*', element: app }])
  createRoot(root!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
