import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { TenantActions } from '../use_tenant_actions.js'

interface DangerZoneProps {
  tenant: Tenant
  actions: TenantActions
}

/** Actions that close a tenant. */
export function DangerZone({ tenant, actions }: DangerZoneProps) {
  const translate = useTranslate()
  const isActive = tenant.status === 'active'
  return (
    <Section title={translate('tenants.page.danger')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Row
          text={translate(`tenants.page.${isActive ? 'suspendText' : 'reactivateText'}`)}
          label={translate(`tenants.actions.${isActive ? 'suspend' : 'reactivate'}`)}
          disabled={actions.isPending}
          onClick={() => (isActive ? actions.open('suspend', tenant) : actions.reactivate(tenant))}
        />
        <Row
          destructive
          text={translate('tenants.page.deleteText')}
          label={translate('tenants.delete.submit')}
          onClick={() => actions.open('delete', tenant)}
        />
      </Box>
    </Section>
  )
}

interface RowProps {
  text: string
  label: string
  destructive?: boolean
  disabled?: boolean
  onClick: () => void
}

const Row = ({ text, label, destructive, disabled, onClick }: RowProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
    <Typography sx={{ flex: '1 1 240px', minWidth: 0 }}>{text}</Typography>
    <Button
      variant="outlined"
      color={destructive ? 'error' : 'primary'}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  </Box>
)
