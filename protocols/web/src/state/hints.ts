import { computed } from '@preact/signals';
import { isStudy } from './mode.ts';
import { preferences } from './preferences.ts';
import { quiz } from './quiz.ts';
import { isReviewing } from './review.ts';

// Whether the page shows what the engine thinks: not to who plays or is asked something, and not
// while a review needs the engine.
export const hasHints = computed(
  () => preferences.value.hints && isStudy.value && quiz.value === null && !isReviewing.value,
);
