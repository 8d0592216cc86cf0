import type { IntegrationLog } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import {
  EmptyState,
  ErrorState,
  Icon,
  lazyPart,
  Pager,
  RowsSkeleton,
  SearchField,
  Section,
  invalidate,
} from '@crossdock/admin/kit'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { Activity, RefreshCw, SearchX } from 'lucide-react'
import { useGetList, useTranslate } from 'ra-core'
import { useState } from 'react'
import { logStatuses } from '../model.js'
import { ExportButton } from './ExportButton.js'
import { LogTable } from './LogTable.js'
import { useNames } from './use_names.js'

const LogDialog = lazyPart(() => import('./LogDialog.js'))

const POLL = 10_000
const PER_PAGE = 25

/** Calls to external systems, followed as they happen. */
export default function ActivityTab() {
  const translate = useTranslate()
  const client = useQueryClient()
  const text = (key: string) => translate(`integrations.activity.${key}`)
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const [page, setPage] = useState(0)
  const [viewed, setViewed] = useState<IntegrationLog>()
  const names = useNames()
  const filter = { ...(search && { search }), ...(status && { status }) }
  const isFiltered = Boolean(search || status)
  const logs = useGetList<IntegrationLog>(
    'integrations/logs',
    {
      pagination: { page: page + 1, perPage: PER_PAGE },
      sort: { field: 'createdAt', order: 'DESC' },
      filter,
    },
    // Runs go on while other screens are open: what was cached is asked for anew.
    { refetchInterval: POLL, refetchOnMount: 'always', placeholderData: keepPreviousData }
  )
  const show = (change: () => void) => {
    change()
    setPage(0)
  }
  const clear = () => show(() => (setSearch(''), setStatus('')))
  const total = logs.total ?? 0

  const body = logs.isPending ? (
    <RowsSkeleton />
  ) : logs.error ? (
    <ErrorState plain error={logs.error} onRetry={() => void logs.refetch()} />
  ) : total === 0 && isFiltered ? (
    <EmptyState
      plain
      icon={SearchX}
      title={text('noMatch.title')}
      action={
        <Button variant="outlined" onClick={clear}>
          {text('noMatch.action')}
        </Button>
      }
    />
  ) : total === 0 ? (
    <EmptyState
      plain
      icon={Activity}
      title={text('empty.title')}
      description={text('empty.text')}
    />
  ) : (
    <>
      <LogTable logs={logs.data} systemName={names.system} onView={setViewed} />
      <Pager total={total} page={page} perPage={PER_PAGE} onPage={setPage} />
    </>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 280px' } }}>
          <SearchField
            placeholder={text('search')}
            value={search}
            onChange={(value) => show(() => setSearch(value))}
          />
        </Box>
        <Select
          size="small"
          displayEmpty
          value={status}
          onChange={(event) => show(() => setStatus(event.target.value))}
          SelectDisplayProps={{ 'aria-label': text('status') }}
          sx={{ flex: { xs: '1 1 100%', sm: '0 0 160px' } }}
        >
          <MenuItem value="">{text('allStatuses')}</MenuItem>
          {logStatuses.map((value) => (
            <MenuItem key={value} value={value}>
              {text(`state.${value}`)}
            </MenuItem>
          ))}
        </Select>
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        <ExportButton filter={filter} disabled={total === 0} />
        <Button
          variant="outlined"
          startIcon={<Icon icon={RefreshCw} />}
          onClick={() => void invalidate(client, ['integrations/logs', 'integrations/stats'])}
        >
          {text('refresh')}
        </Button>
      </Box>
      <Section flush>{body}</Section>
      {viewed && <LogDialog log={viewed} names={names} onClose={() => setViewed(undefined)} />}
    </Box>
  )
}
