/** What somebody wrote, in a page of whatever direction. */
import { isCode } from '../../../src/texts/language.ts'

/** A text, a number or an address that turns nothing around that stands beside it, and is not turned around itself. */
export const Written = ({ text }: { text: string }) => <bdi dir={isCode(text) ? 'ltr' : undefined}>{text}</bdi>
