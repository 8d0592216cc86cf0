import type { ManagedEnvironment } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { RelativeTime, useAction, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { affected } from './model.js'
import { NameBadge } from './NameBadge.js'
import { TenantName } from './TenantName.js'

/** The list is refreshed at this interval, because the server sends no event when the 15 minutes are over. */
const REFRESH_MS = 60_000

/** Environments that can still be restored: one line, and the rows on demand. */
export function DeletedEnvironments({ tenantId }: { tenantId: string | null }) {
  const translate = useTranslate()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  // The list of environments reads the same address and shows the errors.
  const { data: deleted = [] } = useRead<ManagedEnvironment[]>('admin/environments', {
    query: {
      filter: JSON.stringify({ isDeleted: true, ...(tenantId ? { tenantId } : {}) }),
      range: '[0,99]',
    },
    refetchInterval: REFRESH_MS,
  })
  const text = (key: string, values?: object) => translate(`environments.deletion.${key}`, values)
  if (deleted.length === 0) return null
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {text('some', { smart_count: deleted.length })}
        </Typography>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {text(isOpen ? 'hide' : 'show')}
        </Button>
      </Box>
      {isOpen && (
        <Box component="ul" id={id} aria-label={text('list')} sx={{ m: 0, p: 0 }}>
          {deleted.map((environment) => (
            <Deleted key={environment.id} environment={environment} />
          ))}
        </Box>
      )}
    </div>
  )
}

function Deleted({ environment }: { environment: ManagedEnvironment }) {
  const translate = useTranslate()
  const { id, name, displayName, tenantId, deletedAt } = environment
  const restore = useAction(() => ({ path: `admin/environments/${id}/restore`, method: 'POST' }), {
    invalidates: affected,
    success: { title: translate('environments.restored', { name: displayName }) },
    error: { fallback: translate('environments.restoreFailed') },
  })
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{displayName}</Typography>
          <NameBadge name={name} />
        </Box>
        <Typography variant="body2" component="div" color="textSecondary">
          <TenantName id={tenantId} />
          {deletedAt && (
            <>
              {' · '}
              <RelativeTime time={deletedAt} />
            </>
          )}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="outlined"
        disabled={restore.isPending || restore.isSuccess}
        aria-label={translate('environments.deletion.restoreNamed', { name: displayName })}
        onClick={() => restore.mutate()}
      >
        {translate('environments.deletion.restore')}
      </Button>
    </Box>
  )
}
