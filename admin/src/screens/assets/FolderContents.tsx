import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  EmptyState,
  ErrorState,
  lazyPart,
  RowsSkeleton,
  SearchField,
  Section,
  usePermissions,
} from '@crossdock/admin/kit'
import { FolderOpen, SearchX } from 'lucide-react'
import { useStore, useTranslate, type SortPayload } from 'ra-core'
import { useState } from 'react'
import type { AssetHands } from './actions.js'
import { AssetTable } from './AssetTable.js'
import { LoadMore } from './LoadMore.js'
import type { Place } from './model.js'
import { useFolderContents } from './use_folder_contents.js'

interface FolderContentsProps {
  place: Place
  hands: AssetHands
}

// Wide screens have column heads for it: its code stays unloaded there.
const PhoneSort = lazyPart(() => import('./PhoneSort.js'))

/** Search, sort order and rows of one folder. */
export function FolderContents({ place, hands }: FolderContentsProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [search, setSearch] = useState('')
  const [sort, setSort] = useStore<SortPayload>('assets.sort', { field: 'name', order: 'ASC' })
  const list = useFolderContents(place.id, { ...(search && { search }) }, sort)
  const label = translate('assets.list', { folder: place.name })

  const body = list.isPending ? (
    <RowsSkeleton rows={8} />
  ) : list.error ? (
    <ErrorState plain error={list.error} onRetry={list.reload} />
  ) : list.total === 0 && search ? (
    <EmptyState
      plain
      icon={SearchX}
      title={translate('assets.noMatch.title')}
      description={translate('assets.noMatch.text', { search })}
      action={
        <Button variant="outlined" onClick={() => setSearch('')}>
          {translate('assets.noMatch.action')}
        </Button>
      }
    />
  ) : list.total === 0 ? (
    <EmptyState
      plain
      icon={FolderOpen}
      title={translate('assets.empty.title')}
      description={translate(canWrite ? 'assets.empty.text' : 'assets.empty.readOnly')}
    />
  ) : (
    <>
      <AssetTable label={label} items={list.items} sort={sort} onSort={setSort} hands={hands} />
      <LoadMore list={list} />
    </>
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <SearchField
            placeholder={translate(place.id ? 'assets.search' : 'assets.searchAll')}
            value={search}
            onChange={setSearch}
          />
        </Box>
        {narrow && <PhoneSort sort={sort} onSort={setSort} />}
        {!list.isPending && !list.error && (
          <Typography
            variant="body2"
            color="textSecondary"
            role="status"
            sx={{ display: { xs: 'none', md: 'block' } }}
          >
            {translate('assets.count', { smart_count: list.total })}
          </Typography>
        )}
      </Box>
      <Section flush>{body}</Section>
    </Box>
  )
}
