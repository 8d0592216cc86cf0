import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import type { Decorator, Preview, StoryContext } from '@storybook/react-vite'
import { memoryStore, type Store } from 'ra-core'
import { useMemo, useState } from 'react'
import { configure } from 'storybook/test'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { page, showBrand, unsaved, type ConsolePlugin } from '@crossdock/admin/kit'
import { App } from '../src/App.js'
import { ApiClient } from '../src/data/api.js'
import { createAuthProvider } from '../src/data/auth_provider.js'
import { createDataProvider } from '../src/data/data_provider.js'
import { createQueryClient } from '../src/data/query_client.js'
import { createI18nProvider, type ScreensI18nProvider } from '../src/i18n/provider.js'
import { builtIn } from '../src/built_in.js'
import { createRegistry, type Registry } from '../src/registry/registry.js'
import { installFakeApi, type FakeApi } from './fake_api.js'
import { KitFrame } from './KitFrame.js'
import { sessions } from './sessions.js'

declare module 'storybook/internal/types' {
  interface Parameters {
    /** Calls that the fake server answers, below /api: { 'GET /tenants': [] }. */
    api?: FakeApi
    /** Who is signed in: member (default), reader, viewer, superAdmin, anonymous. */
    session?: keyof typeof sessions
    /** The language of the story; English by default. */
    language?: string
    /** Shows the whole app at this address instead of the story's component. */
    route?: string
    /** Added to the plugins of the build. */
    plugins?: ConsolePlugin[]
    /** Name that the story's page shares with other tabs. */
    channel?: string
    /** Checks the story with axe in `npm test`, too. The first story of a file is always checked, in each theme. */
    axe?: boolean
  }
}

// Several test runs may share the machine, so a story waits long for a missing element. The error of a failed lookup
// must not print the whole page.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message ?? 'There is no such element.'),
})

// All stories run in one page, and a reload would end the run. The console of an earlier story may ask for a reload
// when it finds another person signed in. Stories about reloading check that `reload` was called.
Object.assign(page, { reload: () => {}, open: () => {} })

/** The API clients of the running story. */
const clients = new Set<ApiClient>()

/** Stops the clients of a story that has ended, because a client keeps probing a server that is out of reach. */
async function stopClients() {
  window.fetch = () => new Promise<never>(() => {})
  for (const { connection } of clients) connection.reportAnswer(connection.outage)
  clients.clear()
  // `reportAnswer` sends the waiting calls in a later task, and they get no answer.
  await new Promise((resolve) => setTimeout(resolve))
}

const checkedScreens = new Set<string>()

/** Returns whether axe checks the story. `npm test` runs it once per file and theme, because it is slow. */
function shouldRunAxe({ title, globals, parameters }: StoryContext): boolean {
  if (import.meta.env.STORIES_AXE !== 'first' || parameters.axe) return true
  const screen = `${title} ${globals.theme}`
  const isFirst = !checkedScreens.has(screen)
  checkedScreens.add(screen)
  return isFirst
}

/** Clears what earlier stories left in the browser, such as the remembered email address of the sign-in page. */
function clearStorage() {
  for (const storage of [localStorage, sessionStorage]) {
    const ours = Object.keys(storage).filter((key) => key.startsWith('crossdock'))
    for (const key of ours) storage.removeItem(key)
  }
}

const registryWith = ({ plugins = [] }: { plugins?: ConsolePlugin[] }) =>
  createRegistry([...builtIn, ...plugins])

/** Loads all texts, because a story may show a part of a screen alone. */
async function loadTexts(registry: Registry, language: string) {
  const provider = await createI18nProvider(registry, language)
  await provider.screenTexts()
  return provider
}

/** Runs the real app at the address of the parameter `route`. Without it, renders the story's component in a frame. */
const renderInConsole: Decorator = (Story, { parameters, globals, loaded }) => {
  const [setup] = useState(() => {
    const queryClient = createQueryClient()
    const registry = registryWith(parameters)
    // Each story has its own channel, so that it gets no messages from the tabs of other stories.
    const api = new ApiClient(queryClient, parameters.channel ?? crypto.randomUUID())
    clients.add(api)
    const dataProvider = createDataProvider(api)
    const authProvider = createAuthProvider(queryClient, api)
    const locale = parameters.language ?? 'en'
    const store: Store = memoryStore({ theme: globals.theme ?? 'light', locale })
    return {
      queryClient,
      api,
      dataProvider,
      authProvider,
      store,
      registry,
      i18nProvider: loaded.i18nProvider as ScreensI18nProvider,
    }
  })
  const route: string | undefined = parameters.route
  const router = useMemo(() => {
    const element = route ? <App {...setup} /> : <KitFrame {...setup}>{<Story />}</KitFrame>
    return createMemoryRouter([{ path: '*', element }], { initialEntries: [route ?? '/'] })
  }, [setup, route, Story])
  return <RouterProvider router={router} />
}

const preview: Preview = {
  decorators: [renderInConsole],
  // Created for each story, because a story may change the language.
  loaders: [
    async ({ parameters }) => ({
      i18nProvider: await loadTexts(registryWith(parameters), parameters.language ?? 'en'),
    }),
  ],
  parameters: {
    layout: 'fullscreen',
    // Passed rules are many times as much data, and no test reads them.
    a11y: { test: 'error', options: { resultTypes: ['violations'] } },
    controls: { disable: true },
  },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { title: 'Theme', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light' },
  beforeEach: (context) => {
    const { parameters } = context
    if (!shouldRunAxe(context)) {
      context.parameters = { ...parameters, a11y: { ...parameters.a11y, test: 'off' } }
    }
    const session = sessions[parameters.session ?? 'member'] ?? null
    document.cookie = 'XSRF-TOKEN=story-token; path=/'
    clearStorage()
    showBrand(null)
    // Forget the uploads that an earlier story left running.
    unsaved.forget()
    const restore = installFakeApi({
      // A stream that sends nothing, unless the story has one.
      'GET /events/stream': 'pending',
      'GET /flow-executions/stats': {},
      'GET /notifications/unread': { count: 0, more: false },
      ...parameters.api,
      'GET /auth/me': parameters.api?.['GET /auth/me'] ?? session ?? unauthorized,
    })
    return () => stopClients().finally(restore)
  },
}

const unauthorized = { status: 401, body: { message: 'You are not signed in.' } }

export default preview
