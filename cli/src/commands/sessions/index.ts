import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { EndSessionsOptions } from './end.js'
import type { ListSessionsOptions } from './list.js'

const USER = 'of this person: e-mail address or id (needs sessions.write)'

/** Where people are signed in with a browser. */
export function addSessions(program: Command, factory: Factory): void {
  const sessions = program
    .command('sessions')
    .description('See and end sessions of browsers: your own, or those of a person')

  sessions
    .command('list')
    .description('List sessions, the one used last first')
    .option('--user <email-or-id>', USER)
    .addHelpText(
      'after',
      examples('crossdock sessions list', 'crossdock sessions list --user ada@acme.example')
    )
    .action(async (options: ListSessionsOptions) => {
      const { listSessions } = await import('./list.js')
      await listSessions(factory, options)
    })

  sessions
    .command('end')
    .description('End a session, or all of them; tokens stay')
    .addArgument(sessions.createArgument('[id]', 'its id, or any part of it'))
    .option('--all', 'all sessions')
    .option('--user <email-or-id>', USER)
    .option('-y, --yes', 'end all without asking')
    .addHelpText(
      'after',
      examples(
        'crossdock sessions end 019a2b3c',
        'crossdock sessions end --all --user ada@acme.example --yes'
      )
    )
    .action(async (id: string | undefined, options: EndSessionsOptions) => {
      const { endSessions } = await import('./end.js')
      await endSessions(factory, id, options)
    })
}
