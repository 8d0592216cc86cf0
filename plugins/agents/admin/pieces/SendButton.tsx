import type { DesktopAgent } from '@crossdock/client'
import Button from '@mui/material/Button'
import { useDialogAddress, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface SendButtonProps {
  agent: DesktopAgent
  variant?: 'text' | 'outlined'
}

/** Opens the dialog for one agent. Disabled for offline agents. */
export function SendButton({ agent, variant = 'text' }: SendButtonProps) {
  const translate = useTranslate()
  const sending = useDialogAddress('send')
  const canSend = usePermissions().can('agents.commands')
  if (!canSend || agent.retiredAt) return null
  const name = agent.machineName
  return (
    // A disabled button shows no title itself.
    <span title={agent.isOnline ? undefined : translate('agents.isOffline', { name })}>
      <Button
        size="small"
        variant={variant}
        disabled={!agent.isOnline}
        aria-label={translate('agents.sendTo', { name })}
        onClick={() => sending.open(agent.id)}
      >
        {translate('agents.send')}
      </Button>
    </span>
  )
}
