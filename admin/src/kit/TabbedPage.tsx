import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { RecordContextProvider, useTranslate, type RaRecord } from 'ra-core'
import { createContext, Suspense, useContext, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import { Badge } from './Badge.js'
import { usePermissions } from './data/session.js'
import { formatExact } from './format.js'
import { PageBody, PageHeader } from './PageHeader.js'
import { isVisible } from './visibility.js'
import { RowsSkeleton } from './Skeletons.js'
import { TabsContext } from './tabs_context.js'

/** On phones, keeps space for the button while the code of the tab loads, so that the layout does not move. */
const roomForButton = {
  display: { xs: 'flex', sm: 'contents' },
  flexWrap: 'wrap',
  gap: 1,
  minWidth: 160,
  minHeight: 36,
} as const

/** Small gaps to the numbers above and the list below. On phones, the tabs wrap below `afterTabs`. */
const bar = {
  display: 'flex',
  flexDirection: { xs: 'column-reverse', md: 'row' },
  alignItems: { xs: 'stretch', md: 'center' },
  columnGap: 2,
  mt: -1,
  mb: -0.5,
  borderBottom: 1,
  borderColor: 'divider',
  '& .MuiTabs-root': { flex: { md: 1 }, minWidth: 0, mb: '-1px', borderBottom: 0 },
} as const

/** The element into which PageActions renders the buttons of the open tab. */
export const ActionSlot = createContext<HTMLElement | null>(null)

export interface TabbedPageProps {
  /** The id of the page, which its tabs name as `page`. */
  page: string
  title: string
  badge?: ReactNode
  subtitle?: ReactNode
  /** Accessible name of the tab list. */
  label: string
  /** The record that the page shows, if any. Its tabs read it with useRecordContext(). */
  record?: RaRecord
  /** A back link or breadcrumbs. */
  above?: ReactNode
  /** The main buttons, next to those of the open tab. */
  actions?: ReactNode
  /** Reserves no space for buttons, because most tabs have none. */
  fewActions?: boolean
  /** The number of items in a tab that wait for a person, by tab id. */
  counts?: Readonly<Record<string, number>>
  /** Shown right of the tabs. */
  afterTabs?: ReactNode
  /** Shown above the tabs. */
  children?: ReactNode
}

/** A screen of tabs that plugins contribute. The open tab is in the address. */
export function TabbedPage(props: TabbedPageProps) {
  const {
    page,
    title,
    badge,
    subtitle,
    label,
    record,
    above,
    actions,
    fewActions,
    counts,
    afterTabs,
    children,
  } = props
  const translate = useTranslate()
  const who = usePermissions()
  const [search, setSearch] = useSearchParams()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const tabs = useContext(TabsContext).filter((tab) => tab.page === page && isVisible(tab, who))
  const open = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0]
  const show = (id: string) => setSearch(id === tabs[0]?.id ? {} : { tab: id })
  return (
    <>
      <PageHeader
        title={title}
        badge={badge}
        subtitle={subtitle}
        above={above}
        actions={
          <>
            {actions}
            <Box
              ref={setSlot}
              sx={
                fewActions
                  ? { display: 'contents' }
                  : { ...roomForButton, justifyContent: actions ? 'flex-start' : 'flex-end' }
              }
            />
          </>
        }
      />
      <Box sx={{ mt: -1 }}>
        <PageBody>
          {children}
          {open && (
            <>
              <Box sx={bar}>
                <Tabs
                  value={open.id}
                  onChange={(_event, id: string) => show(id)}
                  aria-label={label}
                >
                  {tabs.map((tab) => (
                    <Tab
                      key={tab.id}
                      value={tab.id}
                      id={`tab-${tab.id}`}
                      aria-controls={tab === open ? `panel-${tab.id}` : undefined}
                      label={translate(tab.label, { _: tab.label })}
                      {...countOf(counts?.[tab.id])}
                    />
                  ))}
                </Tabs>
                {afterTabs}
              </Box>
              <Box
                role="tabpanel"
                id={`panel-${open.id}`}
                aria-labelledby={`tab-${open.id}`}
                sx={{ minWidth: 0 }}
              >
                <ActionSlot value={slot}>
                  <Suspense key={open.id} fallback={<RowsSkeleton />}>
                    <RecordContextProvider value={record}>
                      <open.component />
                    </RecordContextProvider>
                  </Suspense>
                </ActionSlot>
              </Box>
            </>
          )}
        </PageBody>
      </Box>
    </>
  )
}

const countOf = (count: number | undefined) =>
  count
    ? {
        icon: (
          <Box component="span" sx={{ ml: 1 }}>
            <Badge variant="secondary">{formatExact(count)}</Badge>
          </Box>
        ),
        iconPosition: 'end' as const,
      }
    : {}

/** The main buttons of an open tab, shown at the right of the page's title. */
export function PageActions({ children }: { children: ReactNode }) {
  const slot = useContext(ActionSlot)
  return slot && createPortal(children, slot)
}
