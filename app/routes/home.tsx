export default function Home() {
  return (
    <main>
      <h1>Chopin</h1>
    </main>
  );
}
