import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatBytes, formatDateTime, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** What is known of a file beside its content. */
export function FileFacts({ file }: { file: Asset }) {
  const translate = useTranslate()
  const facts = [
    ['type', file.mimeType],
    ['size', formatBytes(file.size)],
    ['version', translate('assets.versionShort', { version: file.version })],
    ['added', formatDateTime(file.createdAt)],
    ['modified', formatDateTime(file.updatedAt)],
    ['trashed', file.trashedAt && formatDateTime(file.trashedAt)],
  ] as const
  return (
    <Section title={translate('assets.filePage.facts')}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
        }}
      >
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <Typography variant="body2" component="dt" color="textSecondary">
                  {translate(`assets.filePage.${name}`)}
                </Typography>
                <Typography component="dd" sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere' }}>
                  {value}
                </Typography>
              </div>
            )
        )}
      </Box>
    </Section>
  )
}
