// Who may import whom: the four boundaries of docs/architecture and the few walls behind them.
// Tests, the helpers written for them and the bench may look anywhere.
const tests = '^backend/bench/|(^|/)(tests|testing|stories)/|[.](spec|test|stories)[.]tsx?$'
const consoleCode = '^(admin|plugins/[^/]+/admin)/'

/**
 * Console and CLI may know the types of the API, and where the operator keeps added packages; and how the audit is verified,
 * which nobody should need a server for.
 */
const besideTheServer = ['^backend/client/', '^backend/outside/', '^backend/app/audit/chain/']

/** The rooms of the kernel, lowest first; those of one floor stand side by side. */
const floors = [
  'ground|json|hardening|chunks',
  'threads',
  'settings|secrets|egress',
  'database',
  'tenancy',
  'search',
  'http',
  'events|jobs|kinds',
  'storage|plugin|cache|idempotency|counters',
  'mail|telemetry',
  'boot',
  'backup',
  'doctor',
]

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
        // The engine of sync is a package of its own, which the program of the agent shares.
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
        'A plugin imports from the core domains only their contracts, and nothing of the application around.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: [tests, consoleCode] },
      to: {
        path: '^backend/',
        // Of @crossdock/client there are types only (`client-is-types`).
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
        'A controller validates, calls one action or query and transforms; it touches no model itself.',
      severity: 'error',
      from: { path: '(^|/)controllers/', pathNot: tests },
      to: {
        path: '(^|/)(models|migrations|jobs|commands)/',
        pathNot: ['node_modules/', '^backend/kernel/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'models-hold-rows',
      comment:
        'A model holds columns and relations; what is done with it lies in actions and queries.',
      severity: 'error',
      from: { path: '^(backend/app|plugins)/[^/]+/models/', pathNot: tests },
      to: {
        path: '^(backend/app|plugins)/[^/]+/(actions|queries|controllers|validators|transformers|jobs|commands)/',
      },
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
      comment: "A plugin's screens use the kit of the console, and no screen of another plugin.",
      severity: 'error',
      from: { path: '^plugins/([^/]+)/admin/', pathNot: tests },
      to: {
        path: '^(admin|plugins/[^/]+/admin)/',
        pathNot: ['^admin/src/kit/', '^plugins/$1/admin/'],
      },
    },
    {
      name: 'cli-speaks-http',
      comment:
        'The CLI knows the backend through HTTP and the types of @crossdock/client alone. It carries the program of the agent, which knows no more.',
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
        'The program of the agent knows the server through HTTP, the types of @crossdock/client and those of its protocol alone.',
      severity: 'error',
      from: { path: '^plugins/agents/program/', pathNot: tests },
      to: {
        path: '^(backend|plugins|admin|cli)/',
        pathNot: [
          '^plugins/agents/(program/|package[.]json$|contracts/protocol[.]ts$)',
          '^plugins/sync/engine/',
          'node_modules/',
          '^backend/client/',
          // How content is cut and named: it imports nothing else.
          '^backend/kernel/chunks/',
        ],
      },
    },
    {
      name: 'agent-takes-types-of-the-protocol',
      comment: 'The shapes of the protocol would bring their validator into the executable.',
      severity: 'error',
      from: { path: '^plugins/agents/program/', pathNot: tests },
      to: { path: '^plugins/agents/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-is-types',
      comment: '@crossdock/client holds types only.',
      severity: 'error',
      from: { path: '^(admin|cli|plugins)/' },
      to: { path: '^backend/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'connections-in-the-kernel',
      comment:
        'Connections of databases and Redis are opened and scoped in the kernel. Ask it for one, so that the tenant is never forgotten.',
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
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'chunks-stand-alone',
      comment:
        'How content is cut is shared with the program of the agent: it imports nothing else.',
      severity: 'error',
      from: { path: '^backend/kernel/chunks/', pathNot: tests },
      to: { path: '^(backend|plugins|admin|cli)/', pathNot: '^backend/kernel/chunks/' },
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: 'kernel-floors',
      comment: 'The rooms of the kernel stand on one another: no arrow runs back up.',
      severity: 'error',
      from: { path: `^backend/kernel/(${floor})/`, pathNot: tests },
      to: { path: `^backend/kernel/(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'resolvable',
      comment:
        'Every import can be resolved. (The bench takes what it compares with where it is installed.)',
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
