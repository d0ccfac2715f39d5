/** Below the rows of a list that is read part by part: reads the next part. Nothing is left to read on paper. */
import { Group } from '@mantine/core'
import { BusyButton } from '../parts/busy-button.tsx'
import { usePrinting } from './use-printing.ts'

interface ShowMoreProps {
  parts: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }
  label: string
}

export function ShowMore({ parts: { hasNextPage, isFetchingNextPage, fetchNextPage }, label }: ShowMoreProps) {
  if (usePrinting() || !hasNextPage) return null
  return (
    <Group justify="center" mt="sm">
      <BusyButton variant="default" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </BusyButton>
    </Group>
  )
}
