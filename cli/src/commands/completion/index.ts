import { Argument, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

const HELP = `
Completes commands, flags, names and ids. Names and ids come from the server, as the signed-in
person.
  bash  add to ~/.bashrc:  source <(crossdock completion bash)
  zsh   add to ~/.zshrc, below compinit:  source <(crossdock completion zsh)
  fish  crossdock completion fish > ~/.config/fish/completions/crossdock.fish`

/** Prints the completion script of three shells. */
export function addCompletion(program: Command, factory: Factory): void {
  program
    .command('completion')
    .description('Print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', HELP)
    .addHelpText('after', examples('crossdock completion bash'))
    .action(async (shell: string) => {
      const { SCRIPTS } = await import('../../completion/scripts.js')
      factory.streams.stdout.write(SCRIPTS[shell]!)
    })

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { printCompletions } = await import('./print.js')
      await printCompletions(program, factory, words)
    })
}
