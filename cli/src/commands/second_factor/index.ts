import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

/** What administrators decide about the second factors of their people. */
export function addSecondFactor(program: Command, factory: Factory): void {
  const factor = program
    .command('second-factor')
    .description('Require a second factor of everybody, and reset that of a person')
  const load = () => import('./second_factor.js')

  factor
    .command('show')
    .description('Show whether a second factor is required')
    .addHelpText('after', examples('crossdock second-factor show'))
    .action(async () => (await load()).showRule(factory))

  factor
    .command('require')
    .description('Require one of everybody, from now on and where people are signed in already')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('crossdock second-factor require --yes'))
    .action(async ({ yes = false }: { yes?: boolean }) => (await load()).requireIt(factory, yes))

  factor
    .command('release')
    .description('Require none any more; who has chosen one is asked for it as before')
    .addHelpText('after', examples('crossdock second-factor release'))
    .action(async () => (await load()).releaseIt(factory))

  factor
    .command('reset')
    .description("Take a person's passkeys and recovery codes, and end their sessions")
    .addArgument(factor.createArgument('<email-or-id>', 'the person'))
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('crossdock second-factor reset ada@acme.example'))
    .action(async (person: string, { yes = false }: { yes?: boolean }) =>
      (await load()).resetIt(factory, person, yes)
    )
}
