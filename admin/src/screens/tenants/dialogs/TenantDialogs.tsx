import type { Tenant } from '@crossdock/client'
import type { TenantActions } from '../use_tenant_actions.js'
import { DeleteTenantDialog } from './DeleteTenantDialog.js'
import { EditTenantDialog } from './EditTenantDialog.js'
import { SuspendTenantDialog } from './SuspendTenantDialog.js'

interface TenantDialogsProps {
  tenants: readonly Tenant[]
  actions: TenantActions
}

/** The dialogs that change a tenant. */
export default function TenantDialogs({ tenants, actions }: TenantDialogsProps) {
  const tenantOf = (name: 'edit' | 'suspend' | 'delete') =>
    tenants.find(({ id }) => id === actions.opened(name))
  const [edited, suspended, deleted] = [tenantOf('edit'), tenantOf('suspend'), tenantOf('delete')]
  return (
    <>
      {edited && <EditTenantDialog tenant={edited} onClose={() => actions.close('edit')} />}
      {suspended && (
        <SuspendTenantDialog tenant={suspended} onClose={() => actions.close('suspend')} />
      )}
      {deleted && <DeleteTenantDialog tenant={deleted} onClose={() => actions.close('delete')} />}
    </>
  )
}
