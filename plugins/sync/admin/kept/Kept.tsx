import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  ActionMenu,
  LoadedList,
  mono,
  RelativeTime,
  RowsSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { fileName, type KeptVersion, type SyncContract } from '../model.js'
import { useKept } from './use_kept.js'

const first = 4

/** The latest versions that sync replaced or deleted, with a link to all of them. */
export function Kept({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.kept.${key}`, values)
  const { actionsOf, descriptionOf, listPath } = useKept(contract)
  const read = useRead<KeptVersion[]>(['sync-contracts', contract.id, 'kept'], {
    query: { range: `[0,${first - 1}]` },
  })
  return (
    <Section
      flush
      title={text('title')}
      actions={
        Boolean(read.data?.length) && (
          <Button size="small" component={Link} to={listPath}>
            {text('all')}
          </Button>
        )
      }
    >
      <LoadedList
        plain
        read={read}
        skeleton={<RowsSkeleton rows={2} />}
        empty={
          <Typography color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
            {text('emptyText')}
          </Typography>
        }
      >
        {(list) => (
          <Box component="ul" aria-label={text('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {list.map((version) => (
              <Box
                component="li"
                key={version.id}
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 1,
                  py: 1,
                  px: { xs: 2, sm: 2.5 },
                  borderTop: 1,
                  borderColor: 'divider',
                }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box
                    component="p"
                    sx={{
                      m: 0,
                      fontFamily: mono,
                      fontSize: '0.78125rem',
                      overflowWrap: 'anywhere',
                    }}
                  >
                    {version.path}
                  </Box>
                  <Typography variant="body2" color="textSecondary">
                    {descriptionOf(version)}, <RelativeTime time={version.createdAt} />
                  </Typography>
                </Box>
                <ActionMenu
                  label={text('actionsFor', { name: fileName(version.path) })}
                  actions={() => actionsOf(version)}
                />
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </Section>
  )
}
