import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import {
  EnvironmentChoice,
  Icon,
  ScreenReaderOnly,
  useEnvironments,
  useSession,
} from '@crossdock/admin/kit'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../use_texts.js'
import { TenantChooser } from './TenantChooser.js'
import { placeButton, PlaceLines } from './TenantOption.js'

/**
 * The super administrator's organization at the top of the menu, with a menu to switch it and its environment.
 * @param environment the line about the environment
 */
export function TenantSwitcher({ environment }: { environment: ReactNode }) {
  useTexts()
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.switcher.${key}`)
  const tenant = useSession().data?.tenant
  const { environments } = useEnvironments()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const name = tenant?.name ?? text('all')
  return (
    <>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ ...placeButton, '&:hover': { bgcolor: 'action.hover' } }}
      >
        <ScreenReaderOnly>{text('label')}</ScreenReaderOnly>
        <PlaceLines name={name} detail={tenant ? environment : text('operator')} isAll={!tenant} />
        <Icon icon={ChevronsUpDown} size={14} />
      </ButtonBase>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          marginThreshold={8}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': text('title'),
              sx: { width: 340, maxWidth: 'calc(100vw - 16px)', mt: 0.75, borderRadius: '12px' },
            },
          }}
        >
          {environments.length > 1 && (
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                pl: 2,
                pr: 1,
                py: 0.5,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Typography variant="body2" color="textSecondary" aria-hidden>
                {text('environment')}
              </Typography>
              <EnvironmentChoice />
            </Box>
          )}
          <TenantChooser onClose={close} />
        </Popover>
      )}
    </>
  )
}
