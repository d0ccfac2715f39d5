/** Shows the console, in a language that is loaded. */
import './nonce.ts'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './console.css'
import './print.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { appearance, printLight } from './appearance.ts'
import { nonce } from './nonce.ts'
import { beginDrafts } from './session/kept-drafts.ts'
import { keepFiles } from './session/kept-files.ts'
import { colours, theme } from './theme.ts'

/** Draws the pages into index.html. */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root.')

  await beginDrafts()
  printLight()
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider initialDirection={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={colours}
          colorSchemeManager={appearance}
          defaultColorScheme="auto"
          getStyleNonce={nonce}
        >
          <QueryClientProvider client={queryClient}>
            <App />
            <Notifications position="bottom-right" />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  )
  keepFiles()
}
