import { type Problem, isSolved, openProblem, problems } from '../state/problems.ts';
import { texts } from '../texts.ts';
import { Card } from './card.tsx';

// The problems of a file, by how hard they are.
export function Problems() {
  const all = problems.value;
  const grades = [...new Set(all.map(({ grade }) => grade))];
  return (
    <Card title={texts.problems.title} aside={texts.count(all.length)}>
      {all.length === 0 && <p class="quiet">{texts.problems.none}</p>}
      {grades.map((grade) => (
        <Grade
          key={grade}
          grade={grade}
          list={all
            .map((problem, i) => [problem, i] as const)
            .filter(([one]) => one.grade === grade)}
        />
      ))}
    </Card>
  );
}

function Grade(props: { grade: number | null; list: (readonly [Problem, number])[] }) {
  const { grade, list } = props;
  const count = list.filter(([problem]) => isSolved(problem)).length;
  return (
    <details open={count < list.length}>
      <summary>{texts.problems.grade(grade, count, list.length)}</summary>
      <ol class="problems">
        {list.map(([problem, i]) => (
          <li key={i}>
            <button onClick={() => openProblem(i)}>{problem.title}</button>
            {isSolved(problem) && <span class="good">✓ {texts.problems.solved}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
