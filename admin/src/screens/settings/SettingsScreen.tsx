import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ActionSlot,
  EmptyState,
  isVisible,
  NoPermission,
  PageHeader,
  RowsSkeleton,
  Section,
  TabsContext,
  usePermissions,
  useSession,
  type ConsoleTab,
} from '@crossdock/admin/kit'
import { Building2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Suspense, useContext, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { needsTenant, sectionPath } from './groups.js'
import { SectionNav } from './SectionNav.js'

/** /settings: one's own and those of the organization, in sections that plugins add to; the open one is in the address. */
export default function SettingsScreen() {
  const translate = useTranslate()
  const who = usePermissions()
  const [search] = useSearchParams()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const tabs = useContext(TabsContext).filter(({ page }) => page === 'settings')
  const visible = tabs.filter((tab) => isVisible(tab, who))
  const asked = search.get('tab')
  const open = tabs.find(({ id }) => id === asked) ?? visible[0]
  if (asked !== null && open && open.id !== asked) {
    return <Navigate to={sectionPath(open.id)} replace />
  }
  const section = open && translate(open.label, { _: open.label })
  const title = [section, translate('settings.title')].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader title={title} actions={<Box ref={setSlot} />} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 880px)' },
          gap: { xs: 2, md: 4 },
          alignItems: 'start',
        }}
      >
        <SectionNav tabs={visible} open={open} />
        <ActionSlot value={slot}>
          <Suspense key={open?.id} fallback={<Loading />}>
            {open && (isVisible(open, who) ? <Open tab={open} /> : <NoPermission />)}
          </Suspense>
        </ActionSlot>
      </Box>
    </>
  )
}

/** What is about an organization needs one: the super administrator may have chosen none. */
function Open({ tab }: { tab: ConsoleTab }) {
  const translate = useTranslate()
  const { data: session } = useSession()
  if (needsTenant(tab) && session && !session.tenant) {
    return (
      <EmptyState
        icon={Building2}
        title={translate('settings.noTenant.title')}
        description={translate('settings.noTenant.text')}
        action={
          <Button variant="contained" component={Link} to="/tenants">
            {translate('settings.noTenant.choose')}
          </Button>
        }
      />
    )
  }
  return (
    <Box sx={{ minWidth: 0 }}>
      <tab.component />
    </Box>
  )
}

const Loading = () => (
  <Section>
    <RowsSkeleton rows={4} />
  </Section>
)
