// Import boundaries: the four boundaries of docs/architecture and a few additional rules. Tests, their helpers
// and the bench may import anything.
const tests = '^backend/bench/|(^|/)(tests|testing|stories)/|[.](spec|test|stories)[.]tsx?$'
const consoleCode = '^(admin|plugins/[^/]+/admin)/'

/**
 * Console and CLI may import the types of the API and the location of the plugin folder. They may also import
 * the verification of the audit, which must work without a server.
 */
const besideTheServer = ['^backend/client/', '^backend/outside/', '^backend/app/audit/chain/']

/** The folders of the kernel, lowest first. Folders of one line are independent. */
const floors = [
  'ground|json|hardening|chunks',
  'threads',
  'settings|secrets|egress',
  'database|limits|shapes',
  'tenancy',
  'search',
  'lists',
  'events|jobs',
  'storage|cache|counters',
  'ledger',
  'http',
  'plugin|idempotency|kinds',
  'mail|telemetry',
  'boot',
  'backup',
  'doctor',
]

/** The layers of a domain, plugin, or folder of a plugin, lowest first. Folders of one layer may import each other. */
const layers = [
  'models/',
  '(queries|policies|transformers|validators)/',
  'actions/',
  '(jobs|steps|triggers|consumers|letters)/',
  'controllers/',
  '[^/]*operations(/|[.]ts$)',
]
/** The folders of the console, lowest first. The files next to them assemble the application. */
const consoleLayers = ['kit', 'i18n', 'data', 'registry', 'login', 'palette', 'screens', 'shell']
const domain = '^((?:backend/app|plugins)/[^/]+)/'
const sameDomain = (above) => `^$1/([^/]+/|)(${above.join('|')})`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'plugins-meet-at-contracts',
      comment: 'A plugin imports another plugin only through its contracts.',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/', pathNot: [tests, consoleCode] },
      to: {
        path: '^plugins/[^/]+/',
        // The sync engine is a separate package, which the agent program shares.
        pathNot: ['^plugins/$1/', '^plugins/[^/]+/contracts/', '^plugins/sync/engine/'],
      },
    },
    {
      name: 'domains-meet-at-contracts',
      comment: 'A core domain imports another domain or a plugin only through its contracts.',
      severity: 'error',
      from: { path: '^backend/app/([^/]+)/', pathNot: tests },
      to: {
        path: '^(backend/app|plugins)/[^/]+/',
        pathNot: ['^backend/app/$1/', '^(backend/app|plugins)/[^/]+/contracts/'],
      },
    },
    {
      name: 'plugins-use-contracts-of-the-core',
      comment:
        'A plugin imports from the core domains only their contracts, and nothing else of the application.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: [tests, consoleCode] },
      to: {
        path: '^backend/',
        // @crossdock/client contains only types (`client-is-types`).
        pathNot: ['^backend/kernel/', '^backend/app/[^/]+/contracts/', '^backend/client/'],
      },
    },
    {
      name: 'kernel-knows-no-domain',
      comment: 'The kernel imports neither the domains, nor the plugins, nor the application.',
      severity: 'error',
      from: { path: '^backend/kernel/', pathNot: tests },
      to: { path: '^(backend|plugins|admin|cli)/', pathNot: '^backend/kernel/' },
    },
    {
      name: 'controllers-stay-thin',
      comment:
        'A controller validates, calls one action or query and transforms; it does not use models directly.',
      severity: 'error',
      from: { path: '(^|/)controllers/', pathNot: tests },
      to: {
        path: '(^|/)(models|migrations|jobs|commands)/',
        pathNot: ['node_modules/', '^backend/kernel/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'logic-without-http',
      comment:
        'Actions, queries, models, jobs and steps work without a request: a controller passes what they need. Types are allowed (`Reader`: who reads the answer). Take refusals and texts from @crossdock/kernel/ground, lists from /lists, shapes from /shapes.',
      severity: 'error',
      from: {
        path: '^(backend/app|plugins)/.*/(actions|queries|models|jobs|steps|triggers)/',
        pathNot: [
          tests,
          // These answer about HTTP itself: preconditions, addresses, streams and other operations.
          '^backend/app/assets/actions/(change_tree|replace_content)[.]ts$',
          '^backend/app/sso/actions/trial[.]ts$',
          '^backend/app/access/queries/live_session[.]ts$',
          '^backend/app/activity/queries/(dashboard|event_queue)[.]ts$',
          '^backend/app/system/queries/(openapi|overview)[.]ts$',
        ],
      },
      to: { path: '^backend/kernel/http/', dependencyTypesNot: ['type-only'] },
    },
    ...layers.slice(0, -1).map((layer, index) => ({
      name: 'domain-layers',
      comment:
        'Imports inside a domain go down: operations, controllers, jobs and steps, actions, queries, models. Move what two layers need to the lower one.',
      severity: 'error',
      from: { path: `${domain}([^/]+/|)${layer}`, pathNot: [tests, consoleCode] },
      to: { path: sameDomain(layers.slice(index + 1)) },
    })),
    {
      name: 'contracts-below-actions',
      comment:
        'Contracts are what others import; they load nothing that changes data or answers requests.',
      severity: 'error',
      from: { path: `${domain}contracts/`, pathNot: tests },
      to: { path: sameDomain(layers.slice(2)) },
    },
    {
      name: 'console-speaks-http',
      comment:
        'The console knows the backend through HTTP and the types of @crossdock/client alone.',
      severity: 'error',
      from: { path: consoleCode, pathNot: tests },
      to: { path: '^(backend|cli|plugins/[^/]+/(?!admin/))', pathNot: besideTheServer },
    },
    {
      name: 'console-screens-of-plugins',
      comment:
        "A plugin's screens use the public entry of the console's kit, and no screen of another plugin.",
      severity: 'error',
      from: { path: '^plugins/([^/]+)/admin/', pathNot: tests },
      to: {
        path: '^(admin|plugins/[^/]+/admin)/',
        pathNot: ['^admin/src/kit/index[.]ts$', '^plugins/$1/admin/'],
      },
    },
    ...consoleLayers.map((layer, index) => ({
      name: 'console-layers',
      comment: `Imports inside the console go down: ${consoleLayers.join(', ')}, lowest first. Move what two layers need to the lower one.`,
      severity: 'error',
      from: { path: `^admin/src/${layer}/`, pathNot: tests },
      to: {
        path: [
          '^admin/src/[^/]+$',
          ...consoleLayers.slice(index + 1).map((above) => `^admin/src/${above}/`),
        ],
      },
    })),
    {
      name: 'cli-speaks-http',
      comment:
        'The CLI knows the backend through HTTP and the types of @crossdock/client alone. It contains the agent program, which has the same limits.',
      severity: 'error',
      from: { path: '^cli/', pathNot: tests },
      to: {
        path: '^(backend|plugins|admin)/',
        pathNot: [...besideTheServer, '^plugins/agents/program/', '^plugins/sync/engine/'],
      },
    },
    {
      name: 'agent-speaks-http',
      comment:
        'The agent program knows the server through HTTP, the types of @crossdock/client and those of its protocol alone.',
      severity: 'error',
      from: { path: '^plugins/agents/program/', pathNot: tests },
      to: {
        path: '^(backend|plugins|admin|cli)/',
        pathNot: [
          '^plugins/agents/(program/|package[.]json$|contracts/protocol[.]ts$)',
          '^plugins/sync/engine/',
          'node_modules/',
          '^backend/client/',
          // How content is split and named. It imports nothing else.
          '^backend/kernel/chunks/',
        ],
      },
    },
    {
      name: 'agent-takes-types-of-the-protocol',
      comment: 'The schemas of the protocol would add their validator to the executable.',
      severity: 'error',
      from: { path: '^plugins/agents/program/', pathNot: tests },
      to: { path: '^plugins/agents/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-is-types',
      comment: '@crossdock/client contains only types.',
      severity: 'error',
      from: { path: '^(admin|cli|plugins)/' },
      to: { path: '^backend/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'connections-in-the-kernel',
      comment:
        'The kernel opens and scopes connections to databases and Redis. Get connections from it, so that the tenant is never missing.',
      severity: 'error',
      from: { path: '^(backend|plugins)/', pathNot: ['^backend/kernel/', tests, '/migrations/'] },
      to: {
        path: [
          'node_modules/@adonisjs/lucid/build/services/db',
          'node_modules/(knex|pg|better-sqlite3|sqlite3|ioredis)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-circles',
      comment:
        'Merge two files that import each other, or extract a third one: often a type that belongs in its own file. Types, lazy imports, tests and the bench count, too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'chunks-stand-alone',
      comment: 'The agent program shares the chunking code, which imports nothing else.',
      severity: 'error',
      from: { path: '^backend/kernel/chunks/', pathNot: tests },
      to: { path: '^(backend|plugins|admin|cli)/', pathNot: '^backend/kernel/chunks/' },
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: 'kernel-floors',
      comment: 'The folders of the kernel form layers: no import goes up.',
      severity: 'error',
      from: { path: `^backend/kernel/(${floor})/`, pathNot: tests },
      to: { path: `^backend/kernel/(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'resolvable',
      comment:
        'Every import can be resolved. (The bench uses compared packages where they are installed.)',
      severity: 'error',
      from: { pathNot: '^backend/bench/' },
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^@crossdock/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|build-tests|admin/dist|admin/storybook-static)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['crossdock-source', 'import', 'types', 'default', 'node'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}
