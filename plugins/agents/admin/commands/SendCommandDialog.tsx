import type { AgentCommand, DesktopAgent } from '@crossdock/client'
import { FormDialog, useAction, useApi } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { AgentInput } from './AgentInput.js'
import { CommandFields } from './CommandFields.js'
import { ScheduleFields } from './ScheduleFields.js'
import type { CommandForm } from './command_form.js'

interface SendCommandDialogProps {
  /** The initially selected agent. */
  agentId?: string | undefined
  onClose: () => void
}

/** Puts a command into the queue of an agent. */
export default function SendCommandDialog({ agentId, onClose }: SendCommandDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.form.${key}`)
  const api = useApi()
  const send = useAction<AgentCommand, { form: CommandForm; clientId: string }>(
    ({ form, clientId }) => ({ path: 'desktop-agents/commands', body: toBody(form, clientId) }),
    {
      invalidates: ['desktop-agents'],
      success: { title: text('sent') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  const submit = async (form: CommandForm) => {
    const { clientId } = await api.read<DesktopAgent>(
      `desktop-agents/${encodeURIComponent(form.agentId)}`
    )
    return send.mutateAsync({ form, clientId })
  }
  return (
    <FormDialog<CommandForm>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={{
        agentId: agentId ?? '',
        commandType: '',
        parameters: {},
        priority: 5,
        maxRetries: 3,
        scheduledFor: '',
      }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={submit}
      onClose={onClose}
    >
      <AgentInput />
      <CommandFields />
      <ScheduleFields />
    </FormDialog>
  )
}

function toBody(form: CommandForm, clientId: string) {
  const { commandType, parameters, priority, maxRetries, scheduledFor } = form
  const { path, action, folder } = parameters
  return {
    clientId,
    commandType,
    priority,
    maxRetries,
    parameters: {
      ...(path ? { path } : {}),
      ...(action ? { action } : {}),
      ...(folder ? { folder } : {}),
    },
    ...(scheduledFor ? { scheduledFor: new Date(scheduledFor).toISOString() } : {}),
  }
}
