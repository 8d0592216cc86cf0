import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Icon, mono, Section } from '@crossdock/admin/kit'
import { Folder } from 'lucide-react'
import { useTranslate } from 'ra-core'

/** The folders that the computer allows; only the computer can change them. */
export function FoldersCard({ agent: { folders } }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  return (
    <Section
      flush
      title={translate('agents.page.folders')}
      actions={
        <Typography variant="body2" color="textSecondary" sx={{ py: 0.75 }}>
          {translate('agents.page.foldersHint')}
        </Typography>
      }
    >
      {folders.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
          {translate('agents.page.noFolders')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {folders.map((folder) => (
            <Box
              component="li"
              key={folder}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.25,
                minHeight: 40,
                px: { xs: 2, sm: 2.5 },
                borderTop: 1,
                borderColor: 'divider',
                fontFamily: mono,
                fontSize: '0.78125rem',
                overflowWrap: 'anywhere',
              }}
            >
              <Icon icon={Folder} />
              <Box component="span" sx={{ minWidth: 0 }}>
                {folder}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}
