import CssBaseline from '@mui/material/CssBaseline'
import {
  page,
  showBrand,
  signInUrl,
  themesOf,
  Toaster,
  useBrand,
  whenIdle,
} from '@crossdock/admin/kit'
import {
  I18nContextProvider,
  localStorageStore,
  NotificationContextProvider,
  StoreContextProvider,
  type I18nProvider,
  type Store,
} from 'ra-core'
import { StrictMode, useMemo, useState } from 'react'
import { ThemeProvider, ThemesContext } from 'react-admin'
import type { Root } from 'react-dom/client'
import { hostBrand } from './data/host_brand.js'
import { Tabs } from './data/tabs.js'
import { whoami } from './data/wire.js'
import { firstLanguage, withLanguage } from './i18n/languages.js'
import { createI18nProvider } from './i18n/provider.js'
import { LoginHostProvider, type LoginHost } from './login/login_host.js'
import { LoginScreen } from './login/LoginScreen.js'
import { ownPath } from './login/own_path.js'
import { signIn } from './data/sign_in.js'

const loadConsole = () => import('./console.js')

/** Visitors see no texts of plugins. */
const noPlugins = { messages: [], screenMessages: [] }

/** Shows the sign-in screens to a visitor, before the console is loaded. */
export async function start(root: Root): Promise<void> {
  const store = localStorageStore()
  const language = firstLanguage(noPlugins, store)
  document.documentElement.lang = language
  let barred: string | null = null
  const [i18nProvider, brand, isVisitor] = await Promise.all([
    createI18nProvider(noPlugins, language),
    hostBrand()(),
    // If the server does not answer, load the console, which waits for the server.
    whoami((reason) => (barred = reason)).then(
      (session) => session === null,
      () => false
    ),
  ])
  if (!isVisitor) return (await loadConsole()).start(root)
  showBrand(brand)
  const { pathname, search, hash } = window.location
  if (pathname !== '/login')
    window.history.replaceState(null, '', signInUrl(pathname + search + hash))

  const tabs = new Tabs('crossdock')
  const open = async (path: string, welcome = false) => {
    tabs.close()
    window.history.replaceState(null, '', path)
    try {
      await (await loadConsole()).start(root, welcome)
    } catch {
      // The server has a newer build.
      page.reload()
    }
  }
  tabs.listen((message) => {
    const { searchParams } = new URL(window.location.href)
    if (message === 'signed-in') void open(ownPath(searchParams.get('next')) ?? '/dashboard')
  })
  const host: VisitorHost = {
    session: null,
    barred,
    signIn: (credentials) =>
      signIn(credentials, async () => {
        const session = await whoami()
        tabs.send('signed-in')
        return session
      }),
    open: (path) => void open(path, true),
  }
  root.render(
    <StrictMode>
      <VisitorPage host={host} store={withLanguage(store, language)} i18nProvider={i18nProvider} />
    </StrictMode>
  )
  // Load the console while the person reads the email.
  whenIdle(() => void loadConsole().catch(() => undefined))
}

type VisitorHost = Omit<LoginHost, 'params' | 'setParams'>

interface VisitorPageProps {
  host: VisitorHost
  store: Store
  i18nProvider: I18nProvider
}

function VisitorPage({ host, store, i18nProvider }: VisitorPageProps) {
  const [params, setParams] = useState(() => new URLSearchParams(window.location.search))
  const { colors } = useBrand()
  const themes = useMemo(() => {
    const { theme: lightTheme, darkTheme } = themesOf(colors)
    return { lightTheme, darkTheme }
  }, [colors])
  const value = useMemo<LoginHost>(
    () => ({
      ...host,
      params,
      setParams: (next) => {
        const query = new URLSearchParams(next)
        window.history.replaceState(null, '', `/login${query.size > 0 ? `?${query}` : ''}`)
        setParams(query)
      },
    }),
    [host, params]
  )
  return (
    <StoreContextProvider value={store}>
      <NotificationContextProvider>
        <I18nContextProvider value={i18nProvider}>
          <ThemesContext value={themes}>
            <ThemeProvider>
              <CssBaseline enableColorScheme />
              <LoginHostProvider value={value}>
                <LoginScreen />
              </LoginHostProvider>
              <Toaster />
            </ThemeProvider>
          </ThemesContext>
        </I18nContextProvider>
      </NotificationContextProvider>
    </StoreContextProvider>
  )
}
