import Box from '@mui/material/Box'
import CssBaseline from '@mui/material/CssBaseline'
import { ApiContext, darkTheme, lightTheme, Toaster, UnsavedGuard } from '@crossdock/admin/kit'
import { AdminContext } from 'react-admin'
import type { ReactNode } from 'react'
import type { AppProps } from '../src/App.js'
import { RegistryProvider } from '../src/registry/context.js'

/** Everything a component needs around it, without the app shell. */
export const KitFrame = ({
  registry,
  api,
  children,
  ...context
}: AppProps & { children: ReactNode }) => (
  <AdminContext theme={lightTheme} darkTheme={darkTheme} {...context}>
    <CssBaseline enableColorScheme />
    <RegistryProvider value={registry}>
      <ApiContext value={api}>
        <UnsavedGuard>
          <Box component="main" sx={{ p: 4, bgcolor: 'background.default', minHeight: '100dvh' }}>
            {children}
          </Box>
        </UnsavedGuard>
      </ApiContext>
    </RegistryProvider>
    <Toaster />
  </AdminContext>
)
