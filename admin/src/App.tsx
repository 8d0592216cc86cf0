import CssBaseline from '@mui/material/CssBaseline'
import {
  ApiContext,
  PartMissing,
  themesOf,
  Toaster,
  useBrand,
  UnsavedGuard,
  type ConsoleAuthProvider,
} from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'
import { CoreAdminUI, CustomRoutes, Resource, type DataProvider, type Store } from 'ra-core'
import { AdminContext } from 'react-admin'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Route } from 'react-router-dom'
import type { ApiClient } from './data/api.js'
import { isPersonalQuery } from './data/auth_provider.js'
import { useGreeting } from './login/greeting.js'
import { RegistryProvider } from './registry/context.js'
import type { Registry } from './registry/registry.js'
import { Gate } from './shell/Gate.js'
import type { ScreensI18nProvider } from './i18n/provider.js'
import { GuardedScreen } from './shell/GuardedScreen.js'
import { guardedResource } from './shell/guarded_resource.js'
import { Home } from './shell/Home.js'
import { NotFound } from './shell/NotFound.js'
import { Shell } from './shell/Shell.js'

const LoginRoute = lazy(() => import('./login/LoginRoute.js'))

export interface AppProps {
  registry: Registry
  queryClient: QueryClient
  api: ApiClient
  dataProvider: DataProvider
  authProvider: ConsoleAuthProvider
  store: Store
  i18nProvider: ScreensI18nProvider
  /** Whether the person has just signed in on the sign-in page, which the console replaces. */
  welcome?: boolean
}

/** The whole console, inside a router. */
export function App(props: AppProps) {
  const { registry, queryClient, api, dataProvider, authProvider, store } = props
  const i18nProvider = useMemo(
    () => refetchOnLanguageChange(props.i18nProvider, queryClient),
    [props.i18nProvider, queryClient]
  )
  const resources = useMemo(() => registry.resources.map(guardedResource), [registry])
  const { colors } = useBrand()
  const themes = useMemo(() => themesOf(colors), [colors])
  return (
    <AdminContext
      {...themes}
      store={store}
      queryClient={queryClient}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
    >
      <CssBaseline enableColorScheme />
      <RegistryProvider value={registry}>
        <ApiContext value={api}>
          <PartMissing value={api.partMissing}>
            <UnsavedGuard>
              <Gate api={api}>
                <CoreAdminUI
                  layout={Shell}
                  catchAll={NotFound}
                  loginPage={false}
                  disableTelemetry
                  title=""
                >
                  <CustomRoutes noLayout>
                    <Route path="/" element={<Home />} />
                    <Route
                      path="/login"
                      element={
                        <Suspense>
                          <LoginRoute />
                        </Suspense>
                      }
                    />
                  </CustomRoutes>
                  <CustomRoutes>
                    {registry.routes.map((route) => (
                      <Route
                        key={route.path}
                        path={route.path}
                        element={<GuardedScreen route={route} />}
                      />
                    ))}
                  </CustomRoutes>
                  {resources.map((resource) => (
                    <Resource key={resource.name} {...resource}>
                      <Route path="*" element={<NotFound />} />
                    </Resource>
                  ))}
                </CoreAdminUI>
              </Gate>
            </UnsavedGuard>
          </PartMissing>
        </ApiContext>
      </RegistryProvider>
      <Toaster />
      {props.welcome && <Greeting />}
    </AdminContext>
  )
}

function Greeting() {
  const greet = useGreeting()
  // oxlint-disable-next-line exhaustive-deps
  useEffect(greet, [])
  return null
}

/** Rereads everything when the language changes, because lists and the feed contain text from the server. */
const refetchOnLanguageChange = (
  provider: ScreensI18nProvider,
  client: QueryClient
): ScreensI18nProvider => ({
  ...provider,
  async changeLocale(locale) {
    await provider.changeLocale(locale)
    void client.invalidateQueries({ predicate: isPersonalQuery })
  },
})
