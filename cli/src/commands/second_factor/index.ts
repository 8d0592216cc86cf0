import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

/** Adds the commands for an organization's second factor rule. */
export function addSecondFactor(program: Command, factory: Factory): void {
  const factor = program
    .command('second-factor')
    .description('Require a second factor of everyone, and reset that of a person')
  const load = () => import('./second_factor.js')

  factor
    .command('show')
    .description('Show whether a second factor is required')
    .addHelpText('after', examples('crossdock second-factor show'))
    .action(async () => (await load()).showRule(factory))

  factor
    .command('require')
    .description('Require a second factor of everyone, including people who are signed in')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('crossdock second-factor require --yes'))
    .action(async ({ yes = false }: { yes?: boolean }) => (await load()).requireIt(factory, yes))

  factor
    .command('release')
    .description('Stop requiring a second factor; people who have one still use it')
    .addHelpText('after', examples('crossdock second-factor release'))
    .action(async () => (await load()).releaseIt(factory))

  factor
    .command('reset')
    .description("Remove a person's passkeys and recovery codes, and end their sessions")
    .addArgument(factor.createArgument('<email-or-id>', 'the person'))
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('crossdock second-factor reset ada@acme.example'))
    .action(async (person: string, { yes = false }: { yes?: boolean }) =>
      (await load()).resetIt(factory, person, yes)
    )
}
