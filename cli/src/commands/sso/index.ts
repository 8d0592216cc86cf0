import type { Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'

const CREATE_HELP = `
The secret is in the JSON: keep it out of the shell's history ("--input -" reads standard input).`

/** Adds the commands for single sign-on and its identity providers. */
export function addSso(program: Command, factory: Factory): void {
  const sso = program
    .command('sso')
    .description('Manage and test identity providers for single sign-on')
  const names = '/api/oauth-configs'
  const wording = { noun: 'sso', one: 'an identity provider', names }
  const load = async () => (await import('./kind.js')).providerKind
  const named = () =>
    factory.suggest(
      sso.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames(names)(factory)
    )

  sso
    .command('list')
    .description('List the identity providers of the tenant')
    .addHelpText('after', examples('crossdock sso list'))
    .action(async () => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await load())
    })

  addCreate(sso, factory, wording, load, async () => names)
    .addHelpText('after', CREATE_HELP)
    .addHelpText('after', examples('crossdock sso create --input provider.json'))
  addRecordVerbs(sso, factory, wording, load)

  sso
    .command('test')
    .description('Test the connection; exits with 6 when it is not usable')
    .addArgument(named())
    .addHelpText('after', examples('crossdock sso test "Harbour ID"'))
    .action(async (typed: string) => {
      const { testProvider } = await import('./test.js')
      await testProvider(factory, typed)
    })

  for (const [verb, isActive, does] of [
    [
      'enable',
      true,
      'Enable sign-in; first test the provider, and sign in with it once in the console',
    ],
    ['disable', false, 'Disable sign-in; people can still sign in by mail'],
  ] as const) {
    sso
      .command(verb)
      .description(does)
      .addArgument(named())
      .addHelpText('after', examples(`crossdock sso ${verb} "Harbour ID"`))
      .action(async (typed: string) => {
        const { switchProvider } = await import('./switch.js')
        await switchProvider(factory, typed, isActive)
      })
  }
}
