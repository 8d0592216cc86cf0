import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { ActionMenu, Icon, Tooltip, type LucideIcon } from '@crossdock/admin/kit'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { tenantPath } from './model.js'
import type { TenantActions } from './use_tenant_actions.js'

interface TenantRowActionsProps {
  tenant: Tenant
  actions: TenantActions
}

/** Edit, view, delete, and a menu with further actions. */
export function TenantRowActions({ tenant, actions }: TenantRowActionsProps) {
  const translate = useTranslate()
  const label = (key: string) => translate(`tenants.actions.${key}`, { name: tenant.name })
  const button = (key: string, icon: LucideIcon, onClick: () => void) => (
    <Tooltip title={translate(`tenants.actions.${key}`)}>
      <IconButton size="small" aria-label={label(`${key}Of`)} onClick={onClick}>
        <Icon icon={icon} />
      </IconButton>
    </Tooltip>
  )
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'nowrap' }}>
      {button('edit', Pencil, () => actions.open('edit', tenant))}
      <Tooltip title={translate('tenants.actions.view')}>
        <IconButton
          size="small"
          aria-label={label('viewOf')}
          component={Link}
          to={tenantPath(tenant)}
        >
          <Icon icon={Eye} />
        </IconButton>
      </Tooltip>
      {tenant.status !== 'deleting' &&
        button('delete', Trash2, () => actions.open('delete', tenant))}
      <ActionMenu label={label('of')} actions={() => actions.more(tenant)} />
    </Box>
  )
}
