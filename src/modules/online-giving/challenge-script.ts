/** What the browser runs on the page of challenge-page.ts: looks for the number that proof-of-work.ts checks. */

import { msg } from '../../texts/language.ts'

/** What is said while it works. */
export const WORKING = msg('Your browser is working. This takes a few seconds.')

/**
 * A script of its own, without libraries and other hosts; its hash is in the page's policy. It works in slices, so that the
 * page stays usable, and hashes with SHA-256 of its own: the browser's is slow for many short texts, and missing without TLS.
 * It says what its form has in `data-working` and `data-done`.
 */
export const CHALLENGE_SCRIPT = `(() => {
  const form = document.forms[0], { text, bits } = form.dataset
  const button = form.querySelector('button'), state = document.getElementById('state')
  const primes = []
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n)
  const fraction = x => ((x % 1) * 2 ** 32) | 0
  const K = Int32Array.from(primes, p => fraction(Math.cbrt(p)))
  const H = primes.slice(0, 8).map(p => fraction(Math.sqrt(p)))
  const w = new Int32Array(64)
  const turn = (x, n) => (x >>> n) | (x << (32 - n))
  // The first word of the SHA-256 of a text that fits into one block.
  const firstWord = message => {
    w.fill(0, 0, 16)
    for (let i = 0; i < message.length; i++) w[i >> 2] |= message.charCodeAt(i) << (24 - (i % 4) * 8)
    w[message.length >> 2] |= 128 << (24 - (message.length % 4) * 8)
    w[15] = message.length * 8
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2]
      w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = H
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0
    }
    return (H[0] + a) | 0
  }
  let n = 0
  const found = () => {
    form.elements.answer.value = n
    state.textContent = form.dataset.done
    button.hidden = false
    form.submit()
  }
  const work = () => {
    const end = performance.now() + 40
    while (performance.now() < end) {
      for (let i = 0; i < 500; i++, n++) if (Math.clz32(firstWord(text + '.' + n)) >= bits) return found()
    }
    setTimeout(work)
  }
  button.hidden = true
  state.textContent = form.dataset.working
  setTimeout(work)
})()`
