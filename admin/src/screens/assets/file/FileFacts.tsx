import type { AssetWithFolders } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatBytes, formatDateTime, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { modifiedOf } from '../model.js'

/** The metadata of a file or folder. */
export function FileFacts({ file }: { file: AssetWithFolders }) {
  const translate = useTranslate()
  const isFile = file.type === 'file'
  const place = [translate('assets.title'), ...file.folders.map(({ name }) => name)].join(' / ')
  const facts = [
    ['place', place],
    ['type', isFile ? file.mimeType : translate('assets.folder')],
    ['size', isFile && formatBytes(file.size)],
    ['version', isFile && translate('assets.versionShort', { version: file.version })],
    ['access', translate(`assets.access.${file.access}`, { _: file.access })],
    ['added', formatDateTime(file.createdAt)],
    ['modified', formatDateTime(modifiedOf(file))],
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
          gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
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
