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
import { builtIn } from '../src/registry/index.js'
import { createRegistry, type Registry } from '../src/registry/registry.js'
import { installFakeApi, type FakeApi } from './fake_api.js'
import { KitFrame } from './KitFrame.js'
import { sessions } from './sessions.js'

declare module 'storybook/internal/types' {
  interface Parameters {
    /** Calls the fake server answers, below /api: { 'GET /tenants': [] }. */
    api?: FakeApi
    /** Who is signed in: member (default), reader, viewer, superAdmin, anonymous. */
    session?: keyof typeof sessions
    /** The language it is shown in; English when left out. */
    language?: string
    /** Show the whole app at this address in place of the story's component. */
    route?: string
    /** Added to those of the build. */
    plugins?: ConsolePlugin[]
    /** Name the story's page shares with other tabs. */
    channel?: string
    /** In `npm test`, too, the story is held against axe; the first of a file always is, in each theme. */
    axe?: boolean
  }
}

// Several test runs may share the machine's cores; a story waits, it does not race. Only what never comes takes so long.
// Each time a story looks in vain it would print the whole page for an error that nobody sees.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message ?? 'There is no such element.'),
})

// Stories are run in one page, and whoever leaves it ends them all: a console of a story before may have found that another
// person is signed in. Those that are about it look whether it is asked for.
Object.assign(page, { reload: () => {}, open: () => {} })

/** The clients of the story that runs. */
const clients = new Set<ApiClient>()

/** One that found its server out of reach asks on and on: what it asks after its story is never answered. */
async function silence() {
  window.fetch = () => new Promise<never>(() => {})
  for (const { connection } of clients) connection.answered(connection.outage)
  clients.clear()
  // Those that waited ask now.
  await new Promise((resolve) => setTimeout(resolve))
}

const heldAgainstAxe = new Set<string>()

/** axe takes a third of the time: `npm test` asks it once for each file and theme, `npm run prove` for every story. */
function isForAxe({ title, globals, parameters }: StoryContext): boolean {
  if (import.meta.env.STORIES_AXE !== 'first' || parameters.axe) return true
  const screen = `${title} ${globals.theme}`
  const isFirst = !heldAgainstAxe.has(screen)
  heldAgainstAxe.add(screen)
  return isFirst
}

/** What stories before this one have left in the browser: whom the sign-in page remembers, for one. */
function forgetStories() {
  for (const storage of [localStorage, sessionStorage]) {
    const ours = Object.keys(storage).filter((key) => key.startsWith('crossdock'))
    for (const key of ours) storage.removeItem(key)
  }
}

const registryOf = ({ plugins = [] }: { plugins?: ConsolePlugin[] }) =>
  createRegistry([...builtIn, ...plugins])

/** A story may show a part of a screen alone. */
async function withAllTexts(registry: Registry, language: string) {
  const provider = await createI18nProvider(registry, language)
  await provider.screenTexts()
  return provider
}

/** With `route` the real app runs at that address; without it the component stands in a plain frame. */
const inConsole: Decorator = (Story, { parameters, globals, loaded }) => {
  const [setup] = useState(() => {
    const queryClient = createQueryClient()
    const registry = registryOf(parameters)
    // A story's tabs are its own.
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
  decorators: [inConsole],
  // Anew for each story: one may choose another language.
  loaders: [
    async ({ parameters }) => ({
      i18nProvider: await withAllTexts(registryOf(parameters), parameters.language ?? 'en'),
    }),
  ],
  parameters: {
    layout: 'fullscreen',
    // What is right about a page is many times as much, and nobody reads it.
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
    if (!isForAxe(context)) {
      context.parameters = { ...parameters, a11y: { ...parameters.a11y, test: 'off' } }
    }
    const session = sessions[parameters.session ?? 'member'] ?? null
    document.cookie = 'XSRF-TOKEN=story-token; path=/'
    forgetStories()
    showBrand(null)
    // Uploads that a story before this one left under way.
    unsaved.forget()
    const restore = installFakeApi({
      // A server that tells nothing, unless the story has one.
      'GET /events/stream': 'pending',
      'GET /flow-executions/stats': {},
      'GET /notifications/unread': { count: 0, more: false },
      ...parameters.api,
      'GET /auth/me': parameters.api?.['GET /auth/me'] ?? session ?? unauthorized,
    })
    return () => silence().finally(restore)
  },
}

const unauthorized = { status: 401, body: { message: 'You are not signed in.' } }

export default preview
