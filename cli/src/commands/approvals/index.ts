import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { DecideOptions } from './decide.js'
import type { ListApprovalsOptions } from './list.js'

/** Decisions that runs of flows wait for. */
export function addApprovals(program: Command, factory: Factory): void {
  const approvals = program
    .command('approvals')
    .description('See and decide what runs of flows wait for')

  approvals
    .command('list')
    .description('List what waits for your decision, newest first')
    .option('--open', 'what waits for anybody')
    .option('--all', 'also what was decided')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock approvals list', 'crossdock approvals list --all'))
    .action(async (options: ListApprovalsOptions) =>
      (await import('./list.js')).listApprovals(factory, options)
    )

  for (const decision of ['approve', 'reject'] as const) {
    approvals
      .command(decision)
      .description(decision === 'approve' ? 'Approve one' : 'Reject one')
      .addArgument(approvals.createArgument('<id>', 'its id, or any part of it'))
      .option('--comment <text>', 'why')
      .addHelpText(
        'after',
        examples(`crossdock approvals ${decision} 3f2a9c41 --comment "As agreed"`)
      )
      .action(async (id: string, options: DecideOptions) =>
        (await import('./decide.js')).decideApproval(factory, decision, id, options)
      )
  }
}
