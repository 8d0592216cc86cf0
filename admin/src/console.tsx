import { sessionKey } from '@crossdock/admin/kit'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './App.js'
import { ApiClient } from './data/api.js'
import { createAuthProvider } from './data/auth_provider.js'
import { createDataProvider } from './data/data_provider.js'
import { withFirstDashboard } from './data/first_dashboard.js'
import { createQueryClient } from './data/query_client.js'
import { createStore } from './data/store.js'
import { createI18nProvider } from './i18n/provider.js'
import { firstLanguage, withLanguage } from './i18n/languages.js'
import { registry } from './built_in.js'
import { preloadScreen } from './shell/preload_screen.js'

/** Delay (ms) before the splash screen. A splash screen shown for a moment would flicker. */
const SPLASH_DELAY = 300

/**
 * Shows the console.
 * @param welcome whether the person has just signed in
 */
export async function start(root: Root, welcome = false): Promise<void> {
  const queryClient = createQueryClient()
  const api = new ApiClient(queryClient)
  api.build.follow()
  window.addEventListener('vite:preloadError', () => void api.partMissing())

  const store = createStore(queryClient, api)
  const authProvider = createAuthProvider(queryClient, api, store.flush)
  const language = firstLanguage(registry, store)
  document.documentElement.lang = language
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
  const i18nProvider = await createI18nProvider(registry, language)
  // If the session is known soon, everything renders only once.
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, SPLASH_DELAY))])
  const app = (
    <App
      registry={registry}
      queryClient={queryClient}
      api={api}
      dataProvider={createDataProvider(api)}
      authProvider={authProvider}
      store={withLanguage(store, language)}
      i18nProvider={i18nProvider}
      welcome={welcome}
    />
  )
  // Forms can warn about unsaved changes only with a data router.
  const router = createBrowserRouter([{ path: '*', element: app }])
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
