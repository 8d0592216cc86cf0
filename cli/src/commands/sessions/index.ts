import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { EndSessionsOptions } from './end.js'
import type { ListSessionsOptions } from './list.js'

const USER = 'sessions of this person: e-mail address or id (needs sessions.write)'

/** Adds the commands for browser sessions. */
export function addSessions(program: Command, factory: Factory): void {
  const sessions = program
    .command('sessions')
    .description('List and end browser sessions: your own, or those of a person')

  sessions
    .command('list')
    .description('List sessions, last used first')
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
    .description('End a session, or all of them; API tokens stay valid')
    .addArgument(sessions.createArgument('[id]', 'its id, or any part of the id'))
    .option('--all', 'all sessions')
    .option('--user <email-or-id>', USER)
    .option('-y, --yes', 'do not ask')
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
