import type { Command } from 'commander'
import { activityTypes, people } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { addListAndExport } from '../../output/list_and_export.js'
import type { AuditOptions } from './filter.js'
import type { VerifyOptions } from './verify.js'

/** Adds the commands of the audit log, which is sealed against unnoticed changes. */
export function addAudit(program: Command, factory: Factory): void {
  const audit = program.command('audit').description('Read, export and verify who did what')

  addListAndExport<AuditOptions>(audit, factory, {
    filtered: (command) => addFilterFlags(command, factory),
    list: {
      description: 'List who did what, newest first',
      examples: ['crossdock audit list --since 24h --type user_signed_in'],
      load: async () => (await import('./list.js')).listAudit,
    },
    export: {
      description: 'Print the audit, or save it',
      flags: (command) =>
        command.option(
          '--format <format>',
          'csv, or jsonl for verifying it without a server (default: what --output ends with, else csv)'
        ),
      examples: [
        'crossdock audit export --output audit.jsonl',
        'crossdock audit export --since 2027-01-01 --until 2027-02-01 > january.csv',
      ],
      load: async () => (await import('./export.js')).exportAudit,
    },
  })

  ofChain(audit.command('status'))
    .description('Show the last recorded audit entry and the signing key')
    .addHelpText('after', examples('crossdock audit status'))
    .action(async (options: { chain?: string }) => {
      const { showStatus } = await import('./status.js')
      await showStatus(factory, options)
    })

  ofChain(audit.command('verify'))
    .description('Verify that no entry is missing or changed, on the server or in an export')
    .argument('[file]', 'an unfiltered export as JSON lines; verified without a server')
    .option('--key <key>', 'the public key it must be signed with, as "audit status" shows it')
    .addHelpText('after', VERIFY_HELP)
    .addHelpText(
      'after',
      examples('crossdock audit verify', 'crossdock audit verify audit.jsonl --key Xk3…')
    )
    .action(async (file: string | undefined, options: VerifyOptions) => {
      const { verifyAudit } = await import('./verify.js')
      await verifyAudit(factory, file, options)
    })
}

const VERIFY_HELP = `
Exits with 1 when verification fails. An export contains the key that signs it. Keep a copy of your server's key elsewhere and pass it with --key.`

const ofChain = (command: Command): Command =>
  command.option('--chain <id>', 'id of the tenant, including deleted ones (super administrator)')

function addFilterFlags(command: Command, factory: Factory): Command {
  return ofChain(command)
    .addOption(
      factory.suggest(
        command.createOption(
          '--user <email-or-id>',
          'only actions of this person or their programs; removed people included'
        ),
        people(factory)
      )
    )
    .addOption(
      factory.suggest(
        command.createOption('--type <name>', 'only this kind of event, such as "user_invited"'),
        activityTypes(factory)
      )
    )
    .option('--target <id>', 'only actions on the resource with this id')
    .option('--since <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--until <time>', 'only earlier ones: a time, or how long ago')
}
