import { EmptyState, PageHeader, usePermissions } from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Management } from './Management.js'

/** /admin/environments: of all tenants, for the super administrator; the others are told so and nothing is asked. */
export default function EnvironmentsScreen() {
  const translate = useTranslate()
  if (usePermissions().isSuperAdmin) return <Management />
  return (
    <>
      <PageHeader title={translate('kit.denied.title')} />
      <EmptyState icon={Lock} title={translate('environments.denied')} />
    </>
  )
}
