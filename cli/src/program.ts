import { Command, Option } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addActivity } from './commands/activity/index.js'
import { addAgent } from './commands/agent/index.js'
import { addAgents } from './commands/agents/index.js'
import { addApi } from './commands/api/index.js'
import { addApprovals } from './commands/approvals/index.js'
import { addAssets } from './commands/assets/index.js'
import { addAudit } from './commands/audit/index.js'
import { addBranding } from './commands/branding/index.js'
import { addCompletion } from './commands/completion/index.js'
import { addEndpoints } from './commands/endpoints/index.js'
import { addEnvironments } from './commands/environments/index.js'
import { addEvents } from './commands/events/index.js'
import { addExecutions } from './commands/executions/index.js'
import { addFlows } from './commands/flows/index.js'
import { addFolderBindings } from './commands/folder_bindings/index.js'
import { addJobs } from './commands/jobs/index.js'
import { addLogs } from './commands/logs/index.js'
import { addNotifications } from './commands/notifications/index.js'
import { addPlugins } from './commands/plugins/index.js'
import { addPromotions } from './commands/promotions/index.js'
import { addRetention } from './commands/retention/index.js'
import { addRoles } from './commands/roles/index.js'
import { addSession } from './commands/session/index.js'
import { addRules } from './commands/rules/index.js'
import { addSecondFactor } from './commands/second_factor/index.js'
import { addSessions } from './commands/sessions/index.js'
import { addSettings } from './commands/settings/index.js'
import { addShares } from './commands/shares/index.js'
import { addSso } from './commands/sso/index.js'
import { addSync } from './commands/sync/index.js'
import { addSystem } from './commands/system/index.js'
import { addSystems } from './commands/systems/index.js'
import { addSystemFlows } from './commands/system_flows/index.js'
import { addTemplates } from './commands/templates/index.js'
import { addTenants } from './commands/tenants/index.js'
import { addTokens } from './commands/tokens/index.js'
import { addTrace } from './commands/trace/index.js'
import { addUsage } from './commands/usage/index.js'
import { addUsers } from './commands/users/index.js'
import { addVariables } from './commands/variables/index.js'
import { addWebhooks } from './commands/webhooks/index.js'
import { addWorkflows } from './commands/workflows/index.js'
import { environmentNames, profileNames, tenantNames } from './completion/names.js'
import { EXIT_CODE_MEANINGS } from './errors.js'
import type { Factory } from './factory.js'
import type { GlobalFlags } from './config/settings.js'

/** Builds the tree of commands. Files named `index.ts` declare flags; the implementation is loaded when called. */
export function buildProgram(factory: Factory): Command {
  const { stdout, stderr } = factory.streams
  const program = new Command('crossdock')
    .description('Share files and connect systems across sites.')
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', "print the API's JSON, and nothing else, to stdout")
    .option(
      '--query <expression>',
      'print the part of the JSON that this JMESPath expression selects'
    )
    .option('--headers', 'print column titles of lists in a pipe, too')
    .option('--no-headers', 'leave out column titles at a terminal')
    .addOption(
      factory.suggest(
        new Option('--profile <name>', 'use this stored sign-in (default: "default")'),
        profileNames(factory)
      )
    )
    .option('--server <url>', 'call this server instead of the one in the profile')
    .addOption(
      factory.suggest(
        new Option('--tenant <id-or-subdomain>', 'act in this tenant (super administrator)'),
        tenantNames(factory)
      )
    )
    .addOption(
      factory.suggest(
        new Option('--environment <id-or-name>', 'use this environment of the tenant'),
        environmentNames(factory)
      )
    )
    .option('--no-color', 'print without colors')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns || 100,
      getErrHelpWidth: () => stderr.columns || 100,
      getOutHasColors: () => factory.colorsFor(stdout).isColorSupported,
      getErrHasColors: () => factory.colorsFor(stderr).isColorSupported,
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', HELP)
    .hook('preAction', (_program, command) =>
      factory.setFlags(command.optsWithGlobals<GlobalFlags>())
    )

  addSession(program, factory)
  addTenants(program, factory)
  addEnvironments(program, factory)
  addRoles(program, factory)
  addUsers(program, factory)
  addVariables(program, factory)
  addPromotions(program, factory)
  addBranding(program, factory)
  addTokens(program, factory)
  addSessions(program, factory)
  addSecondFactor(program, factory)
  addNotifications(program, factory)
  addRetention(program, factory)
  addRules(program, factory)
  addSettings(program, factory)
  addShares(program, factory)
  addSso(program, factory)
  addApprovals(program, factory)
  addAssets(program, factory)
  addSystem(program, factory)
  addSystems(program, factory)
  addTemplates(program, factory)
  addEndpoints(program, factory)
  addFolderBindings(program, factory)
  addWebhooks(program, factory)
  addAgents(program, factory)
  addSync(program, factory)
  addWorkflows(program, factory)
  addFlows(program, factory)
  addSystemFlows(program, factory)
  addExecutions(program, factory)
  addLogs(program, factory)
  addUsage(program, factory)
  addActivity(program, factory)
  addAudit(program, factory)
  addEvents(program, factory)
  addTrace(program, factory)
  addJobs(program, factory)
  addAgent(program, factory)
  addPlugins(program, factory)
  addApi(program, factory)
  addCompletion(program, factory)
  program.command('__reference', { hidden: true }).action(async () => {
    const { reference } = await import('./reference.js')
    stdout.write(reference(factory.streams, buildProgram))
  })
  return program
}

const HELP = `
Environment variables:
  CROSSDOCK_TOKEN        API token to use instead of the stored one
  CROSSDOCK_SERVER       as --server
  CROSSDOCK_PROFILE      as --profile
  CROSSDOCK_TENANT       as --tenant
  CROSSDOCK_ENVIRONMENT  as --environment
  NO_COLOR               as --no-color

Lists are tables at a terminal. In a pipe each row is a line with tabs between the
columns, with full ids and sizes in bytes; --headers adds column titles.

Exit codes:
${EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`).join('\n')}

Examples:
  $ crossdock login --server https://crossdock.example.com
  $ crossdock assets put invoice.pdf --to /Invoices/2026
  $ crossdock flows trigger "Invoice intake" --asset /Invoices/2026/invoice.pdf --watch
  $ crossdock executions list --status failed --json`
