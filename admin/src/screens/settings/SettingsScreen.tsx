import Box from '@mui/material/Box'
import {
  ActionSlot,
  isAllowed,
  isVisible,
  lazyPart,
  NoPermission,
  PageHeader,
  RowsSkeleton,
  Section,
  TabsContext,
  usePermissions,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Suspense, useContext, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { sectionPath } from './groups.js'
import { SectionNav } from './SectionNav.js'

const ChooseTenant = lazyPart(() => import('../tenants/working/ChooseTenant.js'))

/** /settings: personal and organization settings, in sections that plugins extend. The open section is in the address. */
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
            {open && isVisible(open, who) && (
              <Box sx={{ minWidth: 0 }}>
                <open.component />
              </Box>
            )}
            {open &&
              !isVisible(open, who) &&
              (isAllowed(open, who) ? <ChooseTenant bare /> : <NoPermission />)}
          </Suspense>
        </ActionSlot>
      </Box>
    </>
  )
}

const Loading = () => (
  <Section>
    <RowsSkeleton rows={4} />
  </Section>
)
