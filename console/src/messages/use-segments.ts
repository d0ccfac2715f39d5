/** How many SMS units a text costs: its segments. The counter is loaded when it is first needed. */
import { useEffect, useState } from 'react'

/** What a text is as an SMS. */
interface Segments {
  segments: number
  characters: number
  /** True where one character needs the encoding that holds fewer of them. */
  unicode: boolean
}

/** @returns undefined while the counter is on its way, or for other channels */
export function useSegments(text: string, enabled: boolean): Segments | undefined {
  const [counted, setCounted] = useState<Segments>()
  useEffect(() => {
    let current = true
    if (enabled) {
      void import('sms-segments-calculator').then(({ default: calculator }) => {
        if (!current) return
        const message = new calculator.SegmentedMessage(text)
        const { segmentsCount, numberOfCharacters, encodingName } = message
        setCounted({ segments: segmentsCount, characters: numberOfCharacters, unicode: encodingName === 'UCS-2' })
      })
    }
    return () => {
      current = false
    }
  }, [text, enabled])
  return enabled ? counted : undefined
}
