import type { AgentCommand } from '@crossdock/client'
import Button from '@mui/material/Button'
import { useAction, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { canRetry, isOpen } from '../model.js'

/** Cancel for an open command, Retry for a failed or canceled one. */
export function CommandActions({ command }: { command: AgentCommand }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.commands.${key}`, values)
  const canSend = usePermissions().can('agents.commands')
  const act = useAction<AgentCommand, 'cancel' | 'retry'>(
    (verb) => ({ path: `desktop-agents/commands/${command.id}/${verb}` }),
    {
      invalidates: ['desktop-agents'],
      success: (_command, verb) => ({ title: text(verb === 'cancel' ? 'cancelled' : 'retried') }),
      error: { fallback: text('failed') },
    }
  )
  const verb = isOpen(command) ? 'cancel' : canRetry(command) ? 'retry' : undefined
  if (!canSend || !verb) return null
  return (
    <Button
      size="small"
      variant={verb === 'retry' ? 'outlined' : 'text'}
      disabled={act.isPending}
      aria-label={text(`${verb}Of`, {
        type: translate(`agents.type.${command.commandType}`, { _: command.commandType }),
        name: command.agentName,
      })}
      onClick={(event) => {
        event.stopPropagation()
        act.mutate(verb)
      }}
    >
      {text(verb)}
    </Button>
  )
}
